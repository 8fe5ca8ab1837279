"""The softmax Jacobian: how weights respond to scores, raw and scaled."""

import numpy as np
import torch

np.set_printoptions(precision=4, suppress=True)


# %% jacobian
def softmax(s):
    """Softmax of one row, stable."""
    e = np.exp(s - s.max())
    return e / e.sum()


def softmax_jacobian(p):
    """Derivative of weight i by score j: p_i * ((i == j) - p_j)."""
    return np.diag(p) - np.outer(p, p)  # (n,) -> (n, n)


# %% same_scores
np.random.seed(0)
d = 64
q = np.random.randn(d)
raw_scores = np.random.randn(8, d) @ q
q_norm = np.linalg.norm(q)

# %% sensitivity
J_raw = softmax_jacobian(softmax(raw_scores))
J_scaled = softmax_jacobian(softmax(raw_scores / np.sqrt(d)))
raw_trace = np.trace(J_raw)
scaled_trace = np.trace(J_scaled)
print("diagonal without scaling:", np.diag(J_raw))
print("diagonal with scaling:   ", np.diag(J_scaled))
print(f"trace: {raw_trace:.4f} unscaled, {scaled_trace:.4f} scaled")

# %% autograd
s = torch.from_numpy(raw_scores)
J_autograd = torch.autograd.functional.jacobian(lambda x: x.softmax(-1), s)
jacobian_difference = np.abs(J_raw - J_autograd.numpy()).max()
print(f"difference from autograd: {jacobian_difference:.0e}")
