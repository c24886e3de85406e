"""Clue's detective bot: sampled worlds, models of rivals, the value of a walk and of a question."""
