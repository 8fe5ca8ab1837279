"""One formula, two orders of computing: how far apart does rounding go?"""

import numpy as np
import torch
import torch.nn.functional as F


# %% attend
def attention(Q, K, V):
    """softmax(Q @ K^T / sqrt(d)) @ V for 2-D input."""
    S = Q @ K.T / np.sqrt(Q.shape[-1])
    E = np.exp(S - S.max(axis=-1, keepdims=True))
    return E / E.sum(axis=-1, keepdims=True) @ V


# %% trials
random = np.random.default_rng(0)
T, d = 16, 64
differences = []
for _ in range(100):
    Q, K, V = random.standard_normal((3, T, d))
    Qt, Kt, Vt = map(torch.from_numpy, (Q, K, V))
    reference = F.scaled_dot_product_attention(Qt, Kt, Vt)
    differences.append(np.abs(attention(Q, K, V) - reference.numpy()).max())

# %% bound
eps = np.finfo(np.float64).eps
bound = d * eps
largest_difference = max(differences)
below_bound = largest_difference < bound
print(f"bound {bound:.1e}; below the bound: {below_bound}")
