import { useEffect, useState, type RefObject } from 'react';

import { partOfField } from './page-parts.ts';

/** Measured in pixels relative to the preview page. */
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

/** Measures the preview element of a field and follows renders and size changes of the page. */
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
    // A new observer fires immediately, so a newly focused field is measured without delay.
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
