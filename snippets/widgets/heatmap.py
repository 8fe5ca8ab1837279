"""The heat map: six tokens, their vectors, and who attends to whom."""

import numpy as np

# %% tokens
language = "id"  # of the tokens
tokens = ["kucing", "itu", "tidur", "di", "atas", "kasur"]
gloss = ["cat", "that", "sleeps", "at", "top", "mattress"]

# %% vectors
Q = np.array(
    [
        [0.18, 0.08, -0.28, 0.06],
        [-0.12, -0.78, -0.04, -0.43],
        [0.51, 0.21, -1.08, 0.53],
        [-0.1, -0.94, -0.03, -0.48],
        [-0.13, -0.57, 0.0, -0.47],
        [-0.07, -0.17, -0.22, -0.15],
    ]
)  # (6, 4)
K = np.array(
    [
        [0.39, 0.34, -0.96, 0.58],
        [-0.04, 0.54, 0.29, 0.13],
        [0.04, 0.47, 0.1, 0.27],
        [-0.2, 0.03, 0.41, -0.21],
        [-0.15, -0.57, 0.28, -0.34],
        [-0.12, -0.99, -0.11, -0.66],
    ]
)  # (6, 4)
V = np.array([[2.0, 0], [0, 1], [1, 1], [0, 2], [1, 0], [2, 2]])  # (6, 2)

# %% plane
# A pair of two dimensions, for a drawing in the plane.
Q2 = np.array(
    [
        [-0.23, -0.16],
        [-0.15, 0.73],
        [-0.93, -0.68],
        [-0.11, 0.89],
        [-0.07, 0.62],
        [-0.2, 0.15],
    ]
)  # (6, 2)
K2 = np.array(
    [
        [-0.78, -0.65],
        [0.38, -0.4],
        [0.17, -0.43],
        [0.35, 0.17],
        [0.06, 0.58],
        [-0.4, 0.97],
    ]
)  # (6, 2)


# %% softmax
def softmax_rows(M):
    """Softmax of each row, less its maximum so that exp can't overflow."""
    E = np.exp(M - M.max(axis=-1, keepdims=True))
    return E / E.sum(axis=-1, keepdims=True)


# %% weights
d = Q.shape[-1]
scores = Q @ K.T  # (6, 4) @ (4, 6) -> (6, 6)
weights = softmax_rows(scores / np.sqrt(d))
weights_unscaled = softmax_rows(scores)
output = weights @ V  # (6, 6) @ (6, 2) -> (6, 2)

# %% causal
later = np.triu(np.ones_like(scores, dtype=bool), k=1)  # keys to come
weights_causal = softmax_rows(np.where(later, -np.inf, scores / np.sqrt(d)))

# %% rounding
rounded = np.round(weights, 2)
row_sums = rounded.sum(axis=-1)
uneven = np.flatnonzero(np.round(row_sums, 2) != 1)

# %% print_table
print(" " * 8 + "".join(f"{token:>8}" for token in tokens))
for token, row in zip(tokens, weights, strict=True):
    print(f"{token:8}" + "".join(f"{weight:8.2f}" for weight in row))
