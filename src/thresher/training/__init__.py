"""TRAINING: how the weights of `auto` are made.

    labelled pages -> alignment with their gold text -> examples -> lessons -> network and trees -> weights

`trainer` is the way through all of it, `validation` measures the model on sites that it has not seen.
"""
