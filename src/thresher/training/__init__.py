"""How the weights of `auto` are made: alignment with gold, examples, fitting, cross-validation."""
