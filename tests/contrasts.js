/** Return the visible texts among `selector` that are too faint on what is behind them. */
([selector, behind]) => {
  const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  const rgba = (colour) => {
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = colour;
    canvas.fillRect(0, 0, 1, 1);
    return canvas.getImageData(0, 0, 1, 1).data;
  };
  const ground = (node) => {
    for (let at = node; at; at = at.parentElement) {
      const colour = getComputedStyle(at).backgroundColor;
      if (rgba(colour)[3] === 255) return colour;
    }
    return '#fff';
  };
  const light = (colour) => {
    const [r, g, b] = [...rgba(colour)].slice(0, 3).map((byte) => {
      const part = byte / 255;
      return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const contrast = (one, other) => {
    const [low, high] = [light(one), light(other)].sort((a, b) => a - b);
    return (high + 0.05) / (low + 0.05);
  };
  const texts = [...document.querySelectorAll(selector)].filter(
    (node) =>
      node.checkVisibility({ visibilityProperty: true }) &&
      [...node.childNodes].some((child) => child.nodeType === 3 && child.data.trim()),
  );
  if (!texts.length) return [`no text in ${selector}`];
  return texts
    .map((node) => [node.outerHTML, contrast(getComputedStyle(node).color, behind ?? ground(node))])
    .filter(([, ratio]) => !(ratio >= 4.5));
};
