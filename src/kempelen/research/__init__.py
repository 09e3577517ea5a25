"""Environments for people who study learning: games as PettingZoo and Gymnasium know them, and rows of decisions.

    pip install '.[research]'

    from kempelen.research.pettingzoo import env, parallel_env
    from kempelen.research.gym import make
    from kempelen.research.dataset import save_dataset

The rules are those of every other table; nothing is known to a seat that its view does not hold.
"""
