"""Web Push notices of turns: subscriptions, when to notify, encryption and delivery.

Runs beside play: no move waits for it.
"""
