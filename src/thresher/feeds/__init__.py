"""FEEDS: feeds are watched, their new entries fetched and extracted, and articles put into a store.

    feed bytes -> parse -> entries -> queue -> fetch, politely -> extract, in worker processes -> store

`crawl.Crawl` is the machine, `thresher feeds` its command. All state is in the store: whatever ends a run, the next one
goes on.
"""
