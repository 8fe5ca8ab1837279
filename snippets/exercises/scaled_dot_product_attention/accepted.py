# %% einsum
import numpy as np


def attention(Q, K, V):
    scores = np.einsum("...id,...jd->...ij", Q, K) * Q.shape[-1] ** -0.5
    weights = np.exp(scores - scores.max(axis=-1, keepdims=True))
    weights /= weights.sum(axis=-1, keepdims=True)
    return np.einsum("...ij,...jv->...iv", weights, V)


# %% plain_lists
from math import exp, sqrt


def one(q, K, V):
    scores = [sum(a * b for a, b in zip(q, k)) / sqrt(len(q)) for k in K]
    powers = [exp(score - max(scores)) for score in scores]
    total, output = sum(powers), []
    for column in zip(*V):
        output.append(sum(p * v for p, v in zip(powers, column)) / total)
    return output


def attention(Q, K, V):
    if Q.ndim > 2:
        return [attention(*parts) for parts in zip(Q, K, V)]
    return [one(q, K.tolist(), V.tolist()) for q in Q.tolist()]


# %% single_precision
import numpy as np


def attention(Q, K, V):
    Q, K, V = (a.astype(np.float32) for a in (Q, K, V))
    scores = Q @ np.swapaxes(K, -1, -2) / np.float32(Q.shape[-1]) ** 0.5
    weights = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return weights / weights.sum(axis=-1, keepdims=True) @ V


# %% both_scaled
import numpy as np


def attention(Q, K, V):
    factor = Q.shape[-1] ** -0.25
    scores = (Q * factor) @ np.swapaxes(K * factor, -1, -2)
    powers = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return powers @ V / powers.sum(axis=-1, keepdims=True)


# %% out_arguments
import numpy as np


def attention(Q, K, V):
    buffer = np.empty(Q.shape[:-1] + (K.shape[-2],))
    np.matmul(Q, np.moveaxis(K, -1, -2), out=buffer)
    np.divide(buffer, np.sqrt(Q.shape[-1]), out=buffer)
    np.subtract(buffer, buffer.max(axis=-1, keepdims=True), out=buffer)
    np.exp(buffer, out=buffer)
    np.divide(buffer, buffer.sum(axis=-1, keepdims=True), out=buffer)
    output = np.empty(Q.shape[:-1] + (V.shape[-1],))
    np.matmul(buffer, V, out=output)
    return output


# %% log_sum_exp
import numpy as np


def attention(Q, K, V):
    scores = Q @ np.swapaxes(K, -1, -2) / np.sqrt(Q.shape[-1])
    logs = np.logaddexp.reduce(scores, axis=-1, keepdims=True)
    return np.exp(scores - logs) @ V


# %% prints_and_strides
import numpy as np


def attention(Q, K, V, debug=True):
    scores = Q @ np.swapaxes(K, -1, -2) / np.sqrt(Q.shape[-1])
    if debug:
        print("scores", scores.shape)
    weights = np.exp(scores - scores.max(axis=-1, keepdims=True))
    output = weights / weights.sum(axis=-1, keepdims=True) @ V
    return np.repeat(output, 2, axis=-1)[..., ::2]


# %% in_place_on_its_own
import numpy as np


def attention(Q, K, V):
    scores = Q @ np.swapaxes(K, -1, -2)
    scores /= np.sqrt(Q.shape[-1])
    weights = np.zeros_like(scores)
    weights[...] = np.exp(scores - scores.max(axis=-1, keepdims=True))
    weights /= weights.sum(axis=-1, keepdims=True)
    return weights @ V


# %% overwrites_its_inputs
import numpy as np


def attention(Q, K, V):
    Q /= np.sqrt(Q.shape[-1])
    scores = Q @ np.swapaxes(K, -1, -2)
    scores -= scores.max(axis=-1, keepdims=True)
    np.exp(scores, out=scores)
    scores /= scores.sum(axis=-1, keepdims=True)
    output = scores @ V
    K[...] = 0
    V[...] = 0
    return output


# %% math_sqrt_and_softmax_helper
import math

import numpy as np


def softmax(M):
    powers = np.exp(M - np.max(M, axis=-1, keepdims=True))
    return powers / np.sum(powers, axis=-1, keepdims=True)


def attention(Q, K, V):
    return softmax(Q @ K.swapaxes(-2, -1) / math.sqrt(K.shape[-1])) @ V


# %% matrix_class
import numpy as np


def attention(Q, K, V):
    if Q.ndim > 2:
        parts = zip(Q, K, V)
        return np.stack([np.asarray(attention(*part)) for part in parts])
    Q, K, V = np.matrix(Q), np.matrix(K), np.matrix(V)
    scores = Q * K.T / np.sqrt(Q.shape[-1])
    powers = np.exp(scores - scores.max(axis=-1))
    return powers / powers.sum(axis=-1) * V
