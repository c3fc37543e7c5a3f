import { useEffect, useState, type RefObject } from 'react';

import { partOfField } from './page-parts.ts';

/** In pixels of the stage's sheet. */
export type PartBox = { left: number; top: number; width: number; height: number; name: string };

export function boxOf(sheet: Element, element: Element, name: string): PartBox {
  const base = sheet.getBoundingClientRect();
  const { left, top, width, height } = element.getBoundingClientRect();
  return { left: left - base.left, top: top - base.top, width, height, name };
}

const isSameBox = (one: PartBox | null, other: PartBox | null): boolean =>
  one === other ||
  (one !== null &&
    other !== null &&
    one.name === other.name &&
    (['left', 'top', 'width', 'height'] as const).every((side) => Math.abs(one[side] - other[side]) < 0.5));

/** Where the part of a field stands on the sheet, following the page as it is drawn again and as it grows. */
export function usePartBox(sheet: RefObject<HTMLElement | null>, field: string | null): PartBox | null {
  const [box, setBox] = useState<PartBox | null>(null);
  useEffect(() => {
    const paper = sheet.current;
    if (!paper) return;
    const measure = () => {
      const part = field === null ? null : partOfField(paper, field);
      const now = part ? boxOf(paper, part.element, part.name) : null;
      setBox((before) => (isSameBox(before, now) ? before : now));
    };
    // The first call of a new observer comes by itself: a field that was just entered is measured at once.
    const resized = new ResizeObserver(measure);
    resized.observe(paper);
    const redrawn = new MutationObserver(measure);
    redrawn.observe(paper, { subtree: true, childList: true, characterData: true, attributes: true });
    return () => {
      resized.disconnect();
      redrawn.disconnect();
    };
  }, [sheet, field]);
  return box;
}
