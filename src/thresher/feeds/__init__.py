"""FEEDS: feeds are watched, their new entries fetched and extracted, and articles put into a store.

    feed bytes -> parse -> entries -> what is due -> fetch, politely -> extract, in worker processes -> store

    crawl                        the loop: hosts with something due, until nothing is
    due, outcomes, page_outcomes what to do next, and what came of it, in the tables of `tables`
    visits, client, transport    one job: ask politely (`robots`, `gates`), then hand the answer to a worker
    extractors, work             the worker processes, and what they do
    articles, near_duplicates    an article enters the store, unless it is there
    subscriptions, lookup, opml  which feeds are followed

All state is in the store: whatever ends a run, the next one continues.
"""
