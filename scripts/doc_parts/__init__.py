"""The generated parts of the documentation: tables from the code and from results, pictures of decisions."""
