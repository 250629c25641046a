"""TRAINING: how the weights of `auto` are trained.

    labelled pages -> alignment with their gold text -> examples -> lessons -> network and trees -> weights

`trainer` runs all of these steps; `validation` measures the model on sites that it has not seen.
"""
