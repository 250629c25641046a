"""FEEDS: following feeds, fetching and extracting their new entries, and keeping the articles in a store.

    feed bytes -> parse -> entries -> due jobs -> polite fetching -> extraction in worker processes -> store

    crawl                        the main loop: hosts with due jobs, until nothing is due
    due, outcomes, page_outcomes due jobs and their outcomes, in the tables of `tables`
    visits, client, transport    one job: a polite request (`robots`, `gates`), whose response goes to a worker
    extractors, work             the worker processes and their tasks
    articles, near_duplicates    adding an article to the store, unless it is already there
    subscriptions, lookup, opml  the feeds that are followed

All state is in the store, so after any interruption the next run continues.
"""
