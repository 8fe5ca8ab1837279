"""Scaled dot-product attention: scaling, the formula, a check by PyTorch."""

import numpy as np
import torch
import torch.nn.functional as F

np.set_printoptions(precision=4, suppress=True)


# %% softmax
def softmax_rows(M):
    """Softmax of each row, less its maximum so that exp can't overflow."""
    E = np.exp(M - M.max(axis=-1, keepdims=True))
    return E / E.sum(axis=-1, keepdims=True)


# %% draw
np.random.seed(0)
d = 64
q = np.random.randn(d)  # one query
K64 = np.random.randn(8, d)  # eight keys

# %% scores
raw_scores = K64 @ q  # (8, 64) @ (64,) -> (8,)
scaled_scores = raw_scores / np.sqrt(d)

# %% print_scores
raw_spread = raw_scores.std()
scaled_spread = scaled_scores.std()
print("raw scores:   ", np.round(raw_scores, 2))
print(f"standard deviation {raw_spread:.2f} (theory {np.sqrt(d):.0f})")
print("scaled scores:", np.round(scaled_scores, 2))
print(f"standard deviation {scaled_spread:.2f} (theory 1)")

# %% compare_weights
p_raw = softmax_rows(raw_scores)
p_scaled = softmax_rows(scaled_scores)
print("weights without scaling:", p_raw)
print(f"largest {p_raw.max():.4f}")
print("weights with scaling:   ", p_scaled)
print(f"largest {p_scaled.max():.4f}")

# %% matrices
Q = np.array([[1.0, 0, 1, 0], [0, 1, 0, 1]])
K = np.array([[1.0, 0, 1, 0], [0, 1, 0, 1], [1, 1, 0, 0]])
V = np.array([[1.0, 2, 3], [4, 5, 6], [7, 8, 9]])
d_k = K.shape[-1]

# %% formula
scores = Q @ K.T / np.sqrt(d_k)  # (2, 4) @ (4, 3) -> (2, 3)
weights = softmax_rows(scores)
output = weights @ V  # (2, 3) @ (3, 3) -> (2, 3)

# %% print_result
print("scores:", scores, sep="\n")
print("weights:", weights, sep="\n")
print("output:", output, sep="\n")

# %% pytorch
Qt, Kt, Vt = (torch.from_numpy(M).unsqueeze(0) for M in (Q, K, V))
reference = F.scaled_dot_product_attention(Qt, Kt, Vt).squeeze(0).numpy()
difference = np.abs(output - reference).max()
match = difference < 1e-12
print(f"largest difference: {difference:.3e}")
print(f"Match: {match}")
