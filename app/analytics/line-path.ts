export type Spot = { x: number; y: number };

const at = ({ x, y }: Spot): string => `${Number(x.toFixed(1))} ${Number(y.toFixed(1))}`;

/** SVG path through the points; empty for fewer than two. */
export const linePath = (spots: readonly Spot[]): string =>
  spots.length < 2 ? '' : `M${spots.map(at).join('L')}`;

/** SVG path of the area between the line and the zero line. */
export function areaPath(spots: readonly Spot[], ground: number): string {
  const [first, last] = [spots[0], spots.at(-1)];
  if (!first || !last || spots.length < 2) return '';
  return `${linePath(spots)}L${at({ x: last.x, y: ground })}L${at({ x: first.x, y: ground })}Z`;
}
