"""Exact inference for any game: counting hidden deals, drawing them, smallest proofs."""
