"""How Clue's stronger bots choose: worlds, rivals, the value of a walk, a question."""
