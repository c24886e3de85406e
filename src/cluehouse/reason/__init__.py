"""Inference that knows no game: counting hidden deals, sampling them. Pure, exact, integers."""
