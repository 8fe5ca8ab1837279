# %% title [markdown]
# # Lab: the √d experiment
#
# The chapter on [scaled dot-product attention](../chapters/scaled-dot-product-attention.md#why-divide) divides scores by $\sqrt{d}$ and shows the effect on one query and eight keys. One example may be luck. Here thousands of queries, for each of five values of $d$, answer three questions. How far do the scores spread? How sharp does softmax become? How much gradient gets back through it? And at every step: why not simply divide by $d$?

# %% draw [markdown]
# ## The draw
#
# For each $d$ we draw thousands of random queries, each with eight keys of its own. All components are standard normal. The scores are kept in three versions: raw, divided by $\sqrt{d}$, and divided by $d$.

# %% scores
import matplotlib.pyplot as plt
import numpy as np
import torch

random = np.random.default_rng(0)
sizes = np.array([4, 16, 64, 256, 1024])
queries, keys, batch = 4000, 8, 250


def raw_scores(d):
    """Scores of every query with its own keys, in batches to save memory."""
    parts = []
    for _ in range(queries // batch):
        q = random.standard_normal((batch, d, 1))
        K = random.standard_normal((batch, keys, d))
        parts.append((K @ q)[..., 0])  # (b, 8, d) @ (b, d, 1) -> (b, 8)
    return np.concatenate(parts)


raw = np.stack([raw_scores(d) for d in sizes])  # (5, 4000, 8)
divisors = np.array([sizes**0, np.sqrt(sizes), sizes])  # (3, 5)
S = raw / divisors[..., None, None]  # (3, 5, 4000, 8)

# %% show [markdown]
# Two helpers show the results: one prints a table, one draws lines.

# %% helpers
names = ["raw", "/√d", "/d"]
plt.rc(
    "axes",
    prop_cycle=plt.cycler(
        color=["#0072b2", "#b45309", "#00795a", "#7b3fa0"],
        marker=["o", "s", "^", "D"],
        linestyle=["-", "--", "-.", ":"],
    ),
)


def table(title, columns):
    """Print a line for each d, three significant digits in each column."""
    print(title)
    print("   d", *(f"{name:>8}" for name in names))
    for d, *numbers in zip(sizes, *columns):
        print(f"{d:4}", *(f"{number:#8.3g}" for number in numbers))


def plot(lines, ylabel, **axes):
    """Draw labelled lines against d, told apart by more than colour."""
    _, ax = plt.subplots(figsize=(4.4, 3.3), layout="constrained")
    for label, values in lines.items():
        ax.plot(sizes, values, label=label)
    ax.set(xscale="log", xlabel="d", ylabel=ylabel, **axes)
    ax.set_xticks(sizes, sizes)
    ax.minorticks_off()
    ax.legend()
    plt.show()


# %% spread [markdown]
# ## How far the scores spread
#
# A dot product adds up $d$ independent terms, each with variance one. In theory, then, the standard deviation of the scores is $\sqrt{d}$.

# %% measure_spread
spread = S.std(axis=(-2, -1))  # (3, 5)
table("standard deviation of the scores", spread)
print("√d (theory):", *np.sqrt(sizes))

# %% plot_spread alt="Line plot of the standard deviation of the scores against d, from 4 to 1024, both axes logarithmic. Raw, it climbs in a straight line from 2 to 32. Divided by √d, it stays level at 1. Divided by d, it falls in a straight line from 1/2 to 1/32."
plot(
    dict(zip(names, spread)),
    "standard deviation",
    yscale="log",
    yticks=[1 / 32, 1 / 8, 1 / 2, 2, 8, 32],
    yticklabels=["1/32", "1/8", "1/2", "2", "8", "32"],
)

# %% read_spread [markdown]
# The theory holds. The raw spread follows $\sqrt{d}$: four times the dimension, twice the spread. Divided by $\sqrt{d}$, it is one for every $d$. Dividing by $d$ overshoots: the spread shrinks as fast as it grew before.

# %% check_spread
assert np.allclose(spread * divisors, np.sqrt(sizes), rtol=0.02)

# %% sharpness [markdown]
# ## How sharp softmax becomes
#
# The largest weight says how much of the attention the winner takes. If all eight keys were equal, it would be one eighth. Entropy looks at the whole row: three bits for eight equal weights, zero when one key takes everything. We take the mean over all queries.


# %% measure_sharpness
def softmax(S):
    """Softmax over the last axis, stable."""
    E = np.exp(S - S.max(axis=-1, keepdims=True))
    return E / E.sum(axis=-1, keepdims=True)


p = softmax(S)  # (3, 5, 4000, 8)
largest = p.max(axis=-1).mean(axis=-1)  # (3, 5)
entropy = -(p * np.log2(p)).sum(axis=-1).mean(axis=-1)
table("mean largest weight", largest)
print()
table("mean entropy in bits", entropy)

# %% plot_sharpness alt="Line plot of the mean largest weight against d, from 4 to 1024. Raw, it climbs from about a half to nearly one. Divided by √d, it stays nearly level at about a third. Divided by d, it falls from below a quarter to just above one eighth."
plot(dict(zip(names, largest)), "mean largest weight", ylim=(0, 1))

# %% read_sharpness [markdown]
# Without scaling, the winner takes about half of the weight in the smallest dimension and nearly all of it in the largest. Softmax grows ever more certain, although the vectors are random and nothing deserves that certainty. Divided by $\sqrt{d}$, the winner keeps about a third in every dimension. Divided by $d$, all keys get about one eighth in the largest dimension: the query hardly has a say any more.
#
# Entropy agrees. It sinks to about a tenth of a bit, holds at two and a half bits, or rises to almost three. Only $\sqrt{d}$ keeps the dimension out of it.

# %% check_sharpness
assert 0.5 < largest[0, 0] < 0.55 and all(np.diff(largest[0]) > 0)
assert largest[0, -1] > 0.95 and 0.08 < entropy[0, -1] < 0.13
assert np.allclose(largest[1], 1 / 3, atol=0.04)
assert np.allclose(entropy[1], 2.5, atol=0.05)
assert largest[2, 0] < 1 / 4 and all(np.diff(largest[2]) < 0)
assert largest[2, -1] - 1 / keys < 0.01 and entropy[2, -1] > 2.99

# %% gradient [markdown]
# ## How much gradient gets back
#
# If the score $s_j$ that enters softmax moves a little, the weight $p_i$ moves by $p_i(\delta_{ij} - p_j)$ times as much, where $\delta_{ij}$ is 1 if $i = j$ and 0 otherwise. All of these together are softmax’s Jacobian. Its trace, $\sum_i p_i(1 - p_i) = 1 - \sum_i p_i^2$, adds up how strongly each weight responds to its own score. A trace near zero means a deaf softmax: hardly any correction gets through. Besides the mean we look at the median, the trace of a typical query.

# %% measure_traces
traces = 1 - (p**2).sum(axis=-1)  # (3, 5, 4000)
means, medians = traces.mean(axis=-1), np.median(traces, axis=-1)
table("mean trace", means)
print()
table("median trace", medians)

# %% chain [markdown]
# ### One more factor
#
# So much for the score that enters softmax. On the way back to the raw score, the chain rule divides once more: by $\sqrt{d}$, or by $d$. PyTorch’s autograd doesn’t know our formula. Does it find the same trace for the first query of each $d$?


# %% autograd
def autograd_trace(s, root):
    """Trace of the weights' derivatives with respect to the raw scores s."""
    J = torch.autograd.functional.jacobian(
        lambda x: torch.softmax(x / root, dim=-1), torch.from_numpy(s)
    )
    return J.trace().item()


roots = divisors[1]
witness = [autograd_trace(s, root) for s, root in zip(raw[:, 0], roots)]
same = np.allclose(witness, traces[1, :, 0] / roots, rtol=1e-9, atol=0)
print("same as autograd:", same)

# %% to_raw
table("mean trace, to the raw score", means / divisors)
print()
table("median trace, to the raw score", medians / divisors)

# %% plot_traces alt="Line plot of the trace of softmax’s Jacobian against d, from 4 to 1024, both axes logarithmic. The raw mean falls steadily, from over a half to about a twentieth. The raw median starts beside it and plunges to below a hundred-thousandth. Divided by √d, the median stays level at about four fifths. Taken to the raw score, that median falls as gently as the raw mean and stays somewhat below it."
lines = {
    "raw, mean": means[0],
    "raw, median": medians[0],
    "/√d, median": medians[1],
    "/√d, median, to the raw score": medians[1] / roots,
}
plot(lines, "trace of the Jacobian", yscale="log")

# %% read_traces [markdown]
# Without scaling, the mean trace falls to about half each time $d$ quadruples. The median plunges: in the largest dimension the typical query is left with less than a hundred-thousandth. What keeps the mean up is a small share of the queries, those whose two best scores happen to lie close together. In that largest dimension, the top tenth of the queries hold about four fifths of the sum.
#
# Divided by $\sqrt{d}$, mean and median both stay near four fifths. Divided by $d$, the trace is larger still, but only $1/d$ of it reaches the raw score, and in large dimensions the weights hardly tell the keys apart.
#
# Now the extra factor. Taken to the raw score, the mean trace is smaller with scaling than without, in every dimension. So $\sqrt{d}$ does not buy more gradient on average. It buys gradient for everyone: from dimension 64 on, the typical query gets more with scaling, in spite of the factor, and in the largest dimension thousands of times more. On the way to the query, the factor is made up for: there the gradient is multiplied by keys, and their norm is about $\sqrt{d}$.

# %% check_traces
halvings = means[0, 1:] / means[0, :-1]
ordered = np.sort(traces[0, -1])
top = ordered[-queries // 10 :].sum() / ordered.sum()
gain = medians[1] / roots / medians[0]
assert same
assert all(halvings > 0.45) and all(halvings < 0.6)
assert medians[0, -1] < 1e-5 and 0.75 < top < 0.85
assert np.allclose([means[1], medians[1]], 0.8, atol=0.05)
assert all(means[2] > means[1])
assert all(means[1] / roots < means[0])
assert all((gain > 1) == (sizes >= 64)) and gain[-1] > 2000

# %% limits [markdown]
# ## How far this goes
#
# All of this is about random vectors, as before training. Trained queries and keys are no longer independent. Their scores can then grow like $d$ instead of $\sqrt{d}$; that is why [μP](https://arxiv.org/abs/2203.03466) divides by $d$.
#
# Download the notebook and try other values, for `keys`, say. The cells with `assert` hold the sentences to the numbers: one that fails shows you which sentence is no longer true.
