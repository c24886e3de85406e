"""WebSockets: one `Session` per connection reads frames, one `Outbox` writes messages.

What a session receives of a game is its `Subscription`; chat has a feed of its own.
"""
