# %% title [markdown]
# # Lab: the largest weight against d
#
# The chapter on [scaled dot-product attention](../chapters/scaled-dot-product-attention.md#why-divide) looks at one query and eight keys at $d = 64$. Here we repeat that for many queries and many dimensions, and watch how sharp softmax becomes.

# %% draw [markdown]
# ## The draw
#
# For each $d$: 1000 queries, each with eight keys, all components standard normal. We record the mean largest weight, with and without dividing by $\sqrt{d}$.

# %% measure
import matplotlib.pyplot as plt
import numpy as np


def softmax(S):
    """Softmax over the last axis, stable."""
    E = np.exp(S - S.max(axis=-1, keepdims=True))
    return E / E.sum(axis=-1, keepdims=True)


random = np.random.default_rng(0)
sizes = [4, 16, 64, 256, 1024]
raw, scaled = [], []
for d in sizes:
    q = random.standard_normal((1000, 1, d))
    K = random.standard_normal((1000, 8, d))
    # (1000, 1, d) @ (1000, d, 8) -> (1000, 8)
    S = (q @ K.swapaxes(-1, -2))[:, 0]
    raw.append(softmax(S).max(axis=-1).mean())
    scaled.append(softmax(S / np.sqrt(d)).max(axis=-1).mean())
    print(f"d = {d:4}: {raw[-1]:.3f} without scaling,", end=" ")
    print(f"{scaled[-1]:.3f} with scaling")

# %% plot alt="Line plot of the mean largest weight against d, from 4 to 1024. Without scaling it climbs towards one; with scaling it stays nearly flat at about a third."
fig, ax = plt.subplots(figsize=(6.4, 3.6), layout="constrained")
ax.plot(sizes, raw, marker="o", label="without scaling")
ax.plot(sizes, scaled, marker="s", linestyle="--", label="divided by √d")
ax.set(xscale="log", xlabel="d", ylabel="mean largest weight", ylim=(0, 1))
ax.set_xticks(sizes, sizes)
ax.minorticks_off()
ax.legend()
plt.show()

# %% reading [markdown]
# ## Reading it
#
# Without scaling, the largest weight keeps climbing towards 1 as $d$ grows: softmax gets ever more certain, although the vectors are random and nothing deserves that certainty. Divided by $\sqrt{d}$, the sharpness is nearly the same for every $d$. That is what scaling is for: the dimension no longer has a say.

# %% check
assert all(np.diff(raw) > 0) and raw[-1] > 0.95
assert max(scaled) - min(scaled) < 0.05
