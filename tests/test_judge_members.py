"""Completion by introspection."""

from judge_calls import close
from judge_lists import loads


def test_members(judge):
    source = "import numpy as np\nfrom numpy import linalg as la\nimport math\nx = (\n"

    def members(path):
        return {m["name"]: m for m in loads(judge["members"](source, path))}

    assert members("np")["swapaxes"] == {
        "name": "swapaxes",
        "kind": "function",
        "signature": "(a, axis1, axis2)",
        "doc": "Interchange two axes of an array.",
    }
    assert members("np")["linalg"]["kind"] == "module"
    assert members("np")["pi"]["kind"] == "value"
    assert members("np")["ndarray"]["kind"] == "class"
    assert members("np.linalg").keys() == members("la").keys() > {"svd", "norm"}
    assert members("math")["sqrt"]["signature"]
    assert members("np.ndarray")["reshape"]["kind"] == "function"
    assert "upper" in members("str")
    for path in ("", "x", "np.nothing", "np.pi", "os"):
        assert members(path) == {}
    assert close(judge) == []
