/** Moves an entry of a list; returns the same list if nothing moves. */
export function moveItem<Entry>(list: Entry[], from: number, to: number): Entry[] {
  const entry = list[from];
  const position = Math.min(Math.max(to, 0), list.length - 1);
  if (entry === undefined || position === from) return list;
  return list.toSpliced(from, 1).toSpliced(position, 0, entry);
}

/** Position of a row on screen, in pixels from any fixed line. */
export type Row = { top: number; height: number };

/** Returns the index at which a dragged row would be dropped: it passes a neighbor whose middle its leading edge passes. */
export function getDropIndex(rows: readonly Row[], from: number, offset: number): number {
  const dragged = rows[from];
  if (!dragged) return from;
  const top = dragged.top + offset;
  const bottom = top + dragged.height;
  let position = from;
  rows.forEach((row, index) => {
    const middle = row.top + row.height / 2;
    if (index < from && top < middle) position = Math.min(position, index);
    if (index > from && bottom > middle) position = Math.max(position, index);
  });
  return position;
}

/** Returns by how many pixels a row shifts while another row is dragged past it. */
export function getRowShift(rows: readonly Row[], index: number, from: number, to: number): number {
  const dragged = rows[from];
  const after = rows[from + 1];
  const before = rows[from - 1];
  if (!dragged || index === from) return 0;
  const gap = after ? after.top - dragged.top - dragged.height : before ? dragged.top - before.top - before.height : 0;
  if (index > from && index <= to) return -(dragged.height + gap);
  return index < from && index >= to ? dragged.height + gap : 0;
}
