import { useEffect, useRef, useState, type RefObject } from 'react';

import { findElementAt } from './page-parts.ts';
import { measureElement, useElementRect, type ElementRect } from './use-part-box.ts';

const MARGIN_PX = 24;

type PreviewHighlightsProps = {
  /** The scroll container; it receives the pointer events for the inert page. */
  viewportRef: RefObject<HTMLElement | null>;
  pageRef: RefObject<HTMLElement | null>;
  current: string | null;
  onSelectField: (field: string) => void;
};

/** Tracks the preview element under the pointer; a click on it selects its field. */
function useHoveredElement({
  viewportRef,
  pageRef,
  onSelectField,
}: Pick<PreviewHighlightsProps, 'viewportRef' | 'pageRef' | 'onSelectField'>): ElementRect | null {
  const [hovered, setHovered] = useState<ElementRect | null>(null);
  useEffect(() => {
    const viewport = viewportRef.current;
    if (!viewport) return;
    const findElementUnder = (event: MouseEvent) => (pageRef.current ? findElementAt(pageRef.current, event) : null);
    const onMove = (event: PointerEvent) => {
      const target = event.pointerType === 'mouse' ? findElementUnder(event) : null;
      viewport.style.cursor = target ? 'pointer' : '';
      setHovered((before) => {
        if (!target || !pageRef.current) return null;
        return before?.name === target.name ? before : measureElement(pageRef.current, target.element, target.name);
      });
    };
    const clearHover = () => setHovered(null);
    const onClick = (event: MouseEvent) => {
      const target = findElementUnder(event);
      if (target) onSelectField(target.field);
    };
    viewport.addEventListener('pointermove', onMove);
    viewport.addEventListener('pointerleave', clearHover);
    viewport.addEventListener('scroll', clearHover, { passive: true });
    viewport.addEventListener('click', onClick);
    return () => {
      viewport.removeEventListener('pointermove', onMove);
      viewport.removeEventListener('pointerleave', clearHover);
      viewport.removeEventListener('scroll', clearHover);
      viewport.removeEventListener('click', onClick);
    };
  }, [viewportRef, pageRef, onSelectField]);
  return hovered;
}

/** Scrolls the element of a newly focused field into view. */
function useScrollIntoView(
  viewportRef: PreviewHighlightsProps['viewportRef'],
  rect: ElementRect | null,
  current: string | null,
): void {
  const lastShown = useRef<string | null>(null);
  useEffect(() => {
    const viewport = viewportRef.current;
    if (!viewport || !rect || lastShown.current === current) return;
    lastShown.current = current;
    const { scrollTop, clientHeight } = viewport;
    if (rect.top >= scrollTop && rect.top + Math.min(rect.height, 80) <= scrollTop + clientHeight) return;
    const reducedMotion = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
    viewport.scrollTo({
      top: Math.max(0, rect.top - 3 * MARGIN_PX),
      behavior: reducedMotion ? 'instant' : 'smooth',
    });
  }, [viewportRef, rect, current]);
}

const ElementOutline = ({ rect, kind }: { rect: ElementRect; kind: 'current' | 'over' }) => {
  const { left, top, width, height, name } = rect;
  const labelPosition = top < MARGIN_PX ? 'below' : 'above';
  return (
    <div className="b-mark" data-kind={kind} data-flag={labelPosition} style={{ left, top, width, height }}>
      <span>{name}</span>
    </div>
  );
};

/** Labeled outlines around the element of the focused field and around the element under the pointer. */
export function PreviewHighlights({ viewportRef, pageRef, current, onSelectField }: PreviewHighlightsProps) {
  const rect = useElementRect(pageRef, current);
  const hovered = useHoveredElement({ viewportRef, pageRef, onSelectField });
  useScrollIntoView(viewportRef, rect, current);
  return (
    <div className="b-marks" aria-hidden="true">
      {hovered && hovered.name !== rect?.name && <ElementOutline rect={hovered} kind="over" />}
      {rect && <ElementOutline rect={rect} kind="current" />}
    </div>
  );
}
