import { useEffect, useState, type RefObject } from 'react';

import { findElementOfField } from './page-parts.ts';

/** Measured in pixels relative to the preview page. */
export type ElementRect = { left: number; top: number; width: number; height: number; name: string };

export function measureElement(container: Element, element: Element, name: string): ElementRect {
  const base = container.getBoundingClientRect();
  const { left, top, width, height } = element.getBoundingClientRect();
  return { left: left - base.left, top: top - base.top, width, height, name };
}

const isSameRect = (a: ElementRect | null, b: ElementRect | null): boolean =>
  a === b ||
  (a !== null &&
    b !== null &&
    a.name === b.name &&
    (['left', 'top', 'width', 'height'] as const).every((side) => Math.abs(a[side] - b[side]) < 0.5));

/** Measures the preview element of a field and follows renders and size changes of the page. */
export function useElementRect(pageRef: RefObject<HTMLElement | null>, field: string | null): ElementRect | null {
  const [rect, setRect] = useState<ElementRect | null>(null);
  useEffect(() => {
    const page = pageRef.current;
    if (!page) return;
    const measure = () => {
      const target = field === null ? null : findElementOfField(page, field);
      const nextRect = target ? measureElement(page, target.element, target.name) : null;
      setRect((before) => (isSameRect(before, nextRect) ? before : nextRect));
    };
    // A new observer fires immediately, so a newly focused field is measured without delay.
    const resizeObserver = new ResizeObserver(measure);
    resizeObserver.observe(page);
    const mutationObserver = new MutationObserver(measure);
    mutationObserver.observe(page, { subtree: true, childList: true, characterData: true, attributes: true });
    return () => {
      resizeObserver.disconnect();
      mutationObserver.disconnect();
    };
  }, [pageRef, field]);
  return rect;
}
