"""Memori tambahan attention, sekaligus dan per ubin, dihitung dari array."""

import matplotlib.pyplot as plt
import numpy as np

# %% sizes
panjang = 2 ** np.arange(9, 15, dtype=np.int64)  # T: jumlah query dan key
d, d_v = 64, 64
ubin = 256  # key dalam satu ubin
bilangan = np.dtype(np.float32).itemsize  # byte
mebibita = 2**20

# %% count
# Sekaligus: skor, (T, T), dan bobot yang dibuat darinya, (T, T).
utuh = 2 * panjang * panjang * bilangan / mebibita
# Per ubin: skor satu ubin, (T, ubin); query yang sudah diskalakan, (T, d);
# dan tambahan ubin itu untuk keluaran, (T, d_v).
per_ubin = panjang * (ubin + d + d_v) * bilangan / mebibita

# %% table
print("    T    sekaligus (MiB)   per ubin (MiB)")
for T, a, b in zip(panjang, utuh, per_ubin):
    print(f"{T:5}   {a:17.2f}   {b:14.2f}")

# %% plot
fig, ax = plt.subplots(figsize=(4.4, 3.3), layout="constrained")
ax.plot(panjang, utuh, "ko-", label="sekaligus: T × T")
ax.plot(panjang, per_ubin, "ks--", label="per ubin: T × ubin")
ax.set(xscale="log", yscale="log", xlabel="T", ylabel="memori tambahan (MiB)")
ax.set_xticks(panjang, panjang)
ax.set_yticks([1, 10, 100, 1000], ["1", "10", "100", "1000"])
ax.minorticks_off()
ax.legend()
plt.show()
