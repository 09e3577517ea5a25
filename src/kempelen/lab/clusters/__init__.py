"""Clusters that play chunks: Dask and Ray, on this machine or elsewhere. Both are extras."""
