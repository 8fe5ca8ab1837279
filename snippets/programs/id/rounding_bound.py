"""Satu rumus, dua urutan hitung: seberapa jauh pembulatan memisahkannya?"""

import numpy as np
import torch
import torch.nn.functional as F


# %% attend
def attention(Q, K, V):
    """softmax(Q @ K^T / sqrt(d)) @ V untuk masukan 2-D."""
    S = Q @ K.T / np.sqrt(Q.shape[-1])
    E = np.exp(S - S.max(axis=-1, keepdims=True))
    return E / E.sum(axis=-1, keepdims=True) @ V


# %% trials
acak = np.random.default_rng(0)
T, d = 16, 64
selisih = []
for _ in range(100):
    Q, K, V = acak.standard_normal((3, T, d))
    Qt, Kt, Vt = map(torch.from_numpy, (Q, K, V))
    acuan = F.scaled_dot_product_attention(Qt, Kt, Vt)
    selisih.append(np.abs(attention(Q, K, V) - acuan.numpy()).max())

# %% bound
eps = np.finfo(np.float64).eps
batas = d * eps
selisih_terbesar = max(selisih)
di_bawah_batas = selisih_terbesar < batas
print(f"batas {batas:.1e}; di bawah batas: {di_bawah_batas}")
