"""k-means without chance: the seeds are given, so the same points always fall into the same clusters."""

from __future__ import annotations

import numpy as np

from thresher.page.columns import Floats, Ints

#: Rounds after which the clusters are taken as they are (CETR) [R].
ROUNDS = 50
#: Centroids that move less than this have settled (CETR) [R].
TOLERANCE = 1e-3


def cluster(points: Floats, seeds: Floats, *, fixed: int = 0) -> Ints:
    """The cluster of each point, numbered as the seeds; the first *fixed* centroids never move.

    >>> cluster(np.array([[0.1], [0.2], [9.0], [9.5]]), np.array([[0.0], [9.0]]), fixed=1).tolist()
    [0, 0, 1, 1]
    """
    centroids = seeds.astype(np.float64)
    labels = _closest(points, centroids)
    for _ in range(ROUNDS):
        moved = _means(points, labels, centroids)
        moved[:fixed] = centroids[:fixed]
        settled = bool(np.abs(moved - centroids).max() <= TOLERANCE)
        centroids, labels = moved, _closest(points, moved)
        if settled:
            break
    return labels


def spread(points: Floats, first: int, count: int) -> Floats:
    """Seeds far apart: the point *first*, then again and again the one farthest from all seeds so far.

    >>> spread(np.array([[0.0], [4.0], [9.0]]), first=0, count=2).tolist()
    [[0.0], [9.0]]
    """
    seeds = [points[first]]
    distance = np.full(len(points), np.inf)
    while len(seeds) < count:
        distance = np.minimum(distance, ((points - seeds[-1]) ** 2).sum(axis=1))
        seeds.append(points[int(distance.argmax())])
    return np.array(seeds)


def _closest(points: Floats, centroids: Floats) -> Ints:
    """The centroid nearest to each point, of equally near ones the first."""
    # Of the squared distance, the part that does not depend on the centroid is left out.
    closeness = points @ centroids.T - (centroids**2).sum(axis=1) / 2
    nearest: Ints = closeness.argmax(axis=1)
    return nearest


def _means(points: Floats, labels: Ints, centroids: Floats) -> Floats:
    """The mean of each cluster; that of an empty one stays where it was."""
    count = len(centroids)
    sizes = np.bincount(labels, minlength=count)[:, None]
    sums = np.stack([np.bincount(labels, weights=axis, minlength=count) for axis in points.T], axis=1)
    return np.where(sizes > 0, sums / np.maximum(sizes, 1), centroids)
