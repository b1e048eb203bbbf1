"""The FSM protocol (2.3) of the old Gongzhu arena, over Socket.IO, bridged onto the server's sessions.

One Socket.IO client may speak for several players; each is an :class:`~gamehall_hearts.dialect.agent.Agent` with a
state of the protocol's diagram and a client of the server's own behind it.
"""
