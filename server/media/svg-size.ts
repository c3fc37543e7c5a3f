/** Pixels per unit of length, at 96 per inch. Percentages and font units have no size in a file on its own. */
const UNITS: Record<string, number> = {
  '': 1,
  px: 1,
  pt: 4 / 3,
  pc: 16,
  mm: 96 / 25.4,
  cm: 96 / 2.54,
  in: 96,
};
const UNSIZED = { width: 300, height: 150 };

type Size = { width: number; height: number };

/** Returns whether arithmetic and rendering can handle the length. */
const isUsable = (length: number): boolean => length >= 1e-6 && length <= 1e9;

function pixelsOf(length: string | undefined): number | null {
  const match = /^\s*\+?(\d*\.?\d+(?:e[+-]?\d+)?)\s*([a-z]*)\s*$/i.exec(length ?? '');
  const pixels = Number(match?.[1]) * (UNITS[match?.[2]?.toLowerCase() ?? '?'] ?? Number.NaN);
  return isUsable(pixels) ? pixels : null;
}

function viewBoxSize(viewBox: string | undefined): Size | null {
  const [x, y, width = 0, height = 0] = (viewBox ?? '')
    .trim()
    .split(/[\s,]+/)
    .map(Number);
  const usable = Number.isFinite(x) && Number.isFinite(y) && isUsable(width) && isUsable(height);
  return usable ? { width, height } : null;
}

function ownSize(attributes: Record<string, string>): Size {
  const box = viewBoxSize(attributes.viewBox);
  const width = pixelsOf(attributes.width);
  const height = pixelsOf(attributes.height);
  if (width && height) return { width, height };
  if (!box) return { width: width ?? UNSIZED.width, height: height ?? UNSIZED.height };
  if (width) return { width, height: (width * box.height) / box.width };
  if (height) return { width: (height * box.width) / box.height, height };
  return box;
}

/** Width, height and viewBox that make a drawing fill the box, even one without a size. */
export function fittedSize(attributes: Record<string, string>, most: Size): Record<string, string> {
  const own = ownSize(attributes);
  const scale = Math.min(most.width / own.width, most.height / own.height);
  const pixels = (length: number) => String(Math.max(1, Math.round(length * scale)));
  return {
    viewBox: viewBoxSize(attributes.viewBox) ? (attributes.viewBox ?? '') : `0 0 ${own.width} ${own.height}`,
    width: pixels(own.width),
    height: pixels(own.height),
  };
}
