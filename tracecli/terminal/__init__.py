"""The only code that knows Rich: theme, frames, keys, the terminal itself and the player's loop."""
