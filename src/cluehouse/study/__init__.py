"""After the game: is its document true, and what happened in it? Stands on games and records.

No table and no network: the same answers in the terminal and in the browser.
"""
