"""Extra memory of attention, all at once and in tiles, counted from arrays."""

import matplotlib.pyplot as plt
import numpy as np

# %% sizes
lengths = 2 ** np.arange(9, 15, dtype=np.int64)  # T: as many queries as keys
d, d_v = 64, 64
block = 256  # keys in a tile
number = np.dtype(np.float32).itemsize  # bytes
mebibyte = 2**20

# %% count
# All at once: the scores, (T, T), and the weights made from them, (T, T).
whole = 2 * lengths * lengths * number / mebibyte
# In tiles: one tile of scores, (T, block); the scaled queries, (T, d); and
# what the tile adds to the output, (T, d_v).
tiled = lengths * (block + d + d_v) * number / mebibyte

# %% table
print("    T   all at once (MiB)   in tiles (MiB)")
for T, a, b in zip(lengths, whole, tiled):
    print(f"{T:5}   {a:17.2f}   {b:14.2f}")

# %% plot
fig, ax = plt.subplots(figsize=(4.4, 3.3), layout="constrained")
ax.plot(lengths, whole, "ko-", label="all at once: T × T")
ax.plot(lengths, tiled, "ks--", label="in tiles: T × block")
ax.set(xscale="log", yscale="log", xlabel="T", ylabel="extra memory (MiB)")
ax.set_xticks(lengths, lengths)
ax.set_yticks([1, 10, 100, 1000], ["1", "10", "100", "1000"])
ax.minorticks_off()
ax.legend()
plt.show()
