"""EVALUATE: how good a method is, on pages whose content people have marked (gold text).

datasets, metrics       labelled pages in, an answer scored against gold text
peers, contestants      other people's extractors and our methods, all run in the same way
bench, pool, worker     every contestant on every page, in worker processes, into one results file (`results`)
statistics, summary     from rows of scores to figures with intervals
report, tables, plots   what people read
floors                  the scores below which a method must not fall
"""
