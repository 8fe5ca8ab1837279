# %% title [markdown]
# # Lab: bobot terbesar terhadap d
#
# Bab [scaled dot-product attention](../chapters/scaled-dot-product-attention.md#why-divide) menunjukkan satu query dan delapan key pada $d = 64$. Di sini kita mengulanginya untuk banyak query dan banyak dimensi, lalu melihat seberapa tajam softmax jadinya.

# %% draw [markdown]
# ## Data acak
#
# Untuk setiap $d$: 1000 query, masing-masing dengan delapan key, semua komponennya normal baku. Kita catat rata-rata bobot terbesarnya, tanpa dan dengan pembagian dengan $\sqrt{d}$.

# %% measure
import matplotlib.pyplot as plt
import numpy as np


def softmax(S):
    """Softmax pada sumbu terakhir, stabil."""
    E = np.exp(S - S.max(axis=-1, keepdims=True))
    return E / E.sum(axis=-1, keepdims=True)


acak = np.random.default_rng(0)
ukuran = [4, 16, 64, 256, 1024]
mentah, diskala = [], []
for d in ukuran:
    q = acak.standard_normal((1000, 1, d))
    K = acak.standard_normal((1000, 8, d))
    # (1000, 1, d) @ (1000, d, 8) -> (1000, 8)
    S = (q @ K.swapaxes(-1, -2))[:, 0]
    mentah.append(softmax(S).max(axis=-1).mean())
    diskala.append(softmax(S / np.sqrt(d)).max(axis=-1).mean())
    print(f"d = {d:4}: {mentah[-1]:.3f} tanpa skala,", end=" ")
    print(f"{diskala[-1]:.3f} dengan skala")

# %% plot alt="Grafik garis rata-rata bobot terbesar terhadap d dari 4 sampai 1024. Tanpa skala, bobot naik mendekati satu; dengan skala, bobot hampir datar di sekitar sepertiga."
fig, ax = plt.subplots(figsize=(6.4, 3.6), layout="constrained")
ax.plot(ukuran, mentah, marker="o", label="tanpa skala")
ax.plot(ukuran, diskala, marker="s", linestyle="--", label="dibagi √d")
ax.set(xscale="log", xlabel="d", ylabel="rata-rata bobot terbesar", ylim=(0, 1))
ax.set_xticks(ukuran, ukuran)
ax.minorticks_off()
ax.legend()
plt.show()

# %% reading [markdown]
# ## Membacanya
#
# Tanpa skala, bobot terbesar terus naik mendekati 1 seiring bertambahnya $d$: softmax makin yakin, padahal vektornya acak dan tidak ada yang pantas diyakini. Setelah dibagi $\sqrt{d}$, ketajamannya hampir sama untuk semua $d$. Itulah tugas skala: membuat dimensi vektor tidak ikut menentukan.

# %% check
assert all(np.diff(mentah) > 0) and mentah[-1] > 0.95
assert max(diskala) - min(diskala) < 0.05
