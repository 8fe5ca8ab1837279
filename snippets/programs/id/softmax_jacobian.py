"""Jacobian softmax: seberapa peka bobot terhadap skor, mentah dan terskala."""

import numpy as np
import torch

np.set_printoptions(precision=4, suppress=True)


# %% jacobian
def softmax(s):
    """Softmax satu baris, stabil."""
    e = np.exp(s - s.max())
    return e / e.sum()


def jacobian_softmax(p):
    """Turunan bobot i terhadap skor j: p_i * ((i == j) - p_j)."""
    return np.diag(p) - np.outer(p, p)  # (n,) -> (n, n)


# %% same_scores
np.random.seed(0)
d = 64
q = np.random.randn(d)
skor_mentah = np.random.randn(8, d) @ q
norma_q = np.linalg.norm(q)

# %% sensitivity
J_mentah = jacobian_softmax(softmax(skor_mentah))
J_skala = jacobian_softmax(softmax(skor_mentah / np.sqrt(d)))
jejak_mentah = np.trace(J_mentah)
jejak_skala = np.trace(J_skala)
print("diagonal tanpa skala: ", np.diag(J_mentah))
print("diagonal dengan skala:", np.diag(J_skala))
print(f"jejak: {jejak_mentah:.4f} tanpa skala, {jejak_skala:.4f} terskala")

# %% autograd
s = torch.from_numpy(skor_mentah)
J_autograd = torch.autograd.functional.jacobian(lambda x: x.softmax(-1), s)
selisih_jacobian = np.abs(J_mentah - J_autograd.numpy()).max()
print(f"selisih terhadap autograd: {selisih_jacobian:.0e}")
