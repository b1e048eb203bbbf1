"""Where bytes come in: TCP with frames of XML, and the web with WebSocket and JSON. Both reach the same hall."""
