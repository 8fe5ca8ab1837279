"""Scaled dot-product attention: skala, rumus, dan PyTorch sebagai saksi."""

import numpy as np
import torch
import torch.nn.functional as F

np.set_printoptions(precision=4, suppress=True)


# %% softmax
def softmax_baris(M):
    """Softmax tiap baris, dikurangi maksimumnya agar exp tidak overflow."""
    E = np.exp(M - M.max(axis=-1, keepdims=True))
    return E / E.sum(axis=-1, keepdims=True)


# %% draw
np.random.seed(0)
d = 64
q = np.random.randn(d)  # satu query
K64 = np.random.randn(8, d)  # delapan key

# %% scores
skor_mentah = K64 @ q  # (8, 64) @ (64,) -> (8,)
skor_skala = skor_mentah / np.sqrt(d)

# %% print_scores
sebaran_mentah = skor_mentah.std()
sebaran_skala = skor_skala.std()
print("skor mentah:  ", np.round(skor_mentah, 2))
print(f"simpangan baku {sebaran_mentah:.2f} (teori {np.sqrt(d):.0f})")
print("skor terskala:", np.round(skor_skala, 2))
print(f"simpangan baku {sebaran_skala:.2f} (teori 1)")

# %% compare_weights
p_mentah = softmax_baris(skor_mentah)
p_skala = softmax_baris(skor_skala)
print("bobot tanpa skala: ", p_mentah)
print(f"terbesar {p_mentah.max():.4f}")
print("bobot dengan skala:", p_skala)
print(f"terbesar {p_skala.max():.4f}")

# %% matrices
Q = np.array([[1.0, 0, 1, 0], [0, 1, 0, 1]])
K = np.array([[1.0, 0, 1, 0], [0, 1, 0, 1], [1, 1, 0, 0]])
V = np.array([[1.0, 2, 3], [4, 5, 6], [7, 8, 9]])
d_k = K.shape[-1]

# %% formula
skor = Q @ K.T / np.sqrt(d_k)  # (2, 4) @ (4, 3) -> (2, 3)
bobot = softmax_baris(skor)
keluaran = bobot @ V  # (2, 3) @ (3, 3) -> (2, 3)

# %% print_result
print("skor:", skor, sep="\n")
print("bobot:", bobot, sep="\n")
print("output:", keluaran, sep="\n")

# %% pytorch
Qt, Kt, Vt = (torch.from_numpy(M).unsqueeze(0) for M in (Q, K, V))
acuan = F.scaled_dot_product_attention(Qt, Kt, Vt).squeeze(0).numpy()
selisih = np.abs(keluaran - acuan).max()
cocok = selisih < 1e-12
print(f"selisih terbesar: {selisih:.3e}")
print(f"Cocok: {cocok}")
