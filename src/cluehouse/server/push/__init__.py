"""Web Push: who subscribed, when to notify, encryption and delivery.

Runs beside play: no move waits for it.
"""
