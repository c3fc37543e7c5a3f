/** The name that differs least from what was typed, if it differs little. */
export function findSimilar(names: readonly string[], typed: string): string | null {
  const scored = names.map((name) => {
    const compared = typed.split(' ').slice(0, name.split(' ').length).join(' ');
    return { name, distance: getEditDistance(name, compared) };
  });
  const [best] = scored.toSorted((one, other) => one.distance - other.distance);
  return best && best.distance <= Math.max(2, best.name.length / 4) ? best.name : null;
}

/** Levenshtein distance. */
function getEditDistance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [index, letter] of one.split('').entries()) {
    const next = [index + 1];
    for (const [place, otherLetter] of other.split('').entries())
      next.push(
        Math.min((row[place] ?? 0) + Number(letter !== otherLetter), (row[place + 1] ?? 0) + 1, (next[place] ?? 0) + 1),
      );
    row = next;
  }
  return row.at(-1) ?? 0;
}
