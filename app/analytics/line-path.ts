export type PixelPoint = { x: number; y: number };

const formatPoint = ({ x, y }: PixelPoint): string => `${Number(x.toFixed(1))} ${Number(y.toFixed(1))}`;

/** SVG path through the points; empty for fewer than two. */
export const getLinePath = (pixels: readonly PixelPoint[]): string =>
  pixels.length < 2 ? '' : `M${pixels.map(formatPoint).join('L')}`;

/** SVG path of the area between the line and the zero line. */
export function getAreaPath(pixels: readonly PixelPoint[], zeroY: number): string {
  const [first, last] = [pixels[0], pixels.at(-1)];
  if (!first || !last || pixels.length < 2) return '';
  return `${getLinePath(pixels)}L${formatPoint({ x: last.x, y: zeroY })}L${formatPoint({ x: first.x, y: zeroY })}Z`;
}
