import numpy as np


# %% answer
def attention(Q, K, V):
    # (..., Tq, d) @ (..., d, Tk) -> (..., Tq, Tk)
    scores = Q @ np.swapaxes(K, -1, -2) / np.sqrt(Q.shape[-1])

    # (..., Tq, Tk), each row sums to 1
    scores = scores - scores.max(axis=-1, keepdims=True)
    weights = np.exp(scores)
    weights = weights / weights.sum(axis=-1, keepdims=True)

    # (..., Tq, Tk) @ (..., Tk, dv) -> (..., Tq, dv)
    return weights @ V
