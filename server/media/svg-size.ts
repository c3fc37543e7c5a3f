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
const DEFAULT_SIZE = { width: 300, height: 150 };

type Size = { width: number; height: number };

/** Returns whether arithmetic and rendering can handle the length. */
const isUsableLength = (length: number): boolean => length >= 1e-6 && length <= 1e9;

function parsePixels(length: string | undefined): number | null {
  const match = /^\s*\+?(\d*\.?\d+(?:e[+-]?\d+)?)\s*([a-z]*)\s*$/i.exec(length ?? '');
  const pixels = Number(match?.[1]) * (UNITS[match?.[2]?.toLowerCase() ?? '?'] ?? Number.NaN);
  return isUsableLength(pixels) ? pixels : null;
}

function parseViewBoxSize(viewBox: string | undefined): Size | null {
  const [x, y, width = 0, height = 0] = (viewBox ?? '')
    .trim()
    .split(/[\s,]+/)
    .map(Number);
  const isValid = Number.isFinite(x) && Number.isFinite(y) && isUsableLength(width) && isUsableLength(height);
  return isValid ? { width, height } : null;
}

function intrinsicSize(attributes: Record<string, string>): Size {
  const box = parseViewBoxSize(attributes.viewBox);
  const width = parsePixels(attributes.width);
  const height = parsePixels(attributes.height);
  if (width && height) return { width, height };
  if (!box) return { width: width ?? DEFAULT_SIZE.width, height: height ?? DEFAULT_SIZE.height };
  if (width) return { width, height: (width * box.height) / box.width };
  if (height) return { width: (height * box.width) / box.height, height };
  return box;
}

/** Width, height and viewBox that make a drawing fill the box, even one without a size. */
export function fitSize(attributes: Record<string, string>, maxSize: Size): Record<string, string> {
  const intrinsic = intrinsicSize(attributes);
  const scale = Math.min(maxSize.width / intrinsic.width, maxSize.height / intrinsic.height);
  const pixels = (length: number) => String(Math.max(1, Math.round(length * scale)));
  return {
    viewBox: parseViewBoxSize(attributes.viewBox)
      ? (attributes.viewBox ?? '')
      : `0 0 ${intrinsic.width} ${intrinsic.height}`,
    width: pixels(intrinsic.width),
    height: pixels(intrinsic.height),
  };
}
