"""Inference that knows no game: counting hidden deals, drawing them, smallest proofs. Exact."""
