"""Metrics, labelled data sets, benchmark, tables: how good a method is."""
