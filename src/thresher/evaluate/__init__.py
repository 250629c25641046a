"""EVALUATE: how good a method is, measured on pages with content marked by people (gold text).

datasets, metrics       reading labelled pages, and scoring an answer against gold text
peers, contestants      other extractors and our methods, all run in the same way
bench, pool, worker     running every contestant on every page, in worker processes, into one results file (`results`)
statistics, summary     turning rows of scores into figures with intervals
report, tables, plots   output for people
floors                  the scores below which a method must not fall
"""
