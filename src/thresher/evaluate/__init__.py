"""How good a method is: metrics, labelled data sets, peers, benchmark, tables, floors."""
