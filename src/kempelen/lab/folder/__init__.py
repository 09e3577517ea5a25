"""The folder of an experiment: rows in Parquet files, one a chunk, and a manifest that says how to repeat it."""
