"""An adviser for poker: how often the asking seat wins, what it could do, and why."""
