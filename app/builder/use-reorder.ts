import { useEffect, useRef, useState, type PointerEvent, type RefObject } from 'react';

import { placeOfDrag, shiftOf, type Row } from './reorder.ts';

type Drag = { from: number; to: number; travelled: number; rows: readonly Row[] };

/** Distance from the edge of the scroll container within which a drag scrolls it. */
const EDGE_PX = 48;
const PULL_PX = 12;

function scrollerOf(element: Element): Element {
  for (let parent = element.parentElement; parent; parent = parent.parentElement)
    if (parent.scrollHeight > parent.clientHeight && /auto|scroll/.test(getComputedStyle(parent).overflowY))
      return parent;
  return document.documentElement;
}

function pullAlong(list: Element, y: number): void {
  const scroller = scrollerOf(list);
  const { top, bottom } =
    scroller === document.documentElement
      ? { top: 0, bottom: window.innerHeight }
      : scroller.getBoundingClientRect();
  if (y < top + EDGE_PX) scroller.scrollBy(0, -PULL_PX);
  else if (y > bottom - EDGE_PX) scroller.scrollBy(0, PULL_PX);
}

/** Tracks one pointer until it is released. `handlers.end` gets the new index or null. Returns a function that cancels. */
function followDrag(
  list: HTMLElement,
  from: number,
  { pointerId, clientY }: { pointerId: number; clientY: number },
  on: { drag: (drag: Drag) => void; end: (to: number | null) => void },
): () => void {
  const lineOf = () => list.getBoundingClientRect().top;
  const rows = [...list.children].map((row) => {
    const { top, height } = row.getBoundingClientRect();
    return { top: top - lineOf(), height };
  });
  const start = clientY - lineOf();
  let to = from;
  const watching = new AbortController();
  const { signal } = watching;
  const end = (place: number | null) => {
    watching.abort();
    on.end(place);
  };
  const follow = (event: globalThis.PointerEvent) => {
    if (event.pointerId !== pointerId) return;
    pullAlong(list, event.clientY);
    const travelled = event.clientY - lineOf() - start;
    to = placeOfDrag(rows, from, travelled);
    on.drag({ from, to, travelled, rows });
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'Escape') end(null);
  };
  window.addEventListener('pointermove', follow, { signal });
  window.addEventListener('pointerup', () => end(to), { signal });
  window.addEventListener('pointercancel', () => end(null), { signal });
  window.addEventListener('keydown', onKey, { signal, capture: true });
  on.drag({ from, to, travelled: 0, rows });
  return () => {
    if (!signal.aborted) end(null);
  };
}

/**
 * Reorders the rows of a list by dragging with any pointer. Escape cancels the drag, and so does a change of `items`,
 * because the indexes would then refer to other items.
 */
export function useReorder(
  list: RefObject<HTMLElement | null>,
  items: readonly unknown[],
  onMove: (from: number, to: number) => void,
) {
  const [drag, setDrag] = useState<Drag | null>(null);
  const stop = useRef<(() => void) | null>(null);
  useEffect(() => () => stop.current?.(), [items]);

  function grab(from: number, event: PointerEvent<HTMLElement>) {
    if (!list.current || event.button !== 0 || drag) return;
    event.preventDefault();
    stop.current = followDrag(list.current, from, event, {
      drag: setDrag,
      end: (to) => {
        stop.current = null;
        setDrag(null);
        if (to !== null && to !== from) onMove(from, to);
      },
    });
  }

  /** Returns the props of a row while a row is being dragged. */
  const rowProps = (index: number) => {
    if (!drag) return {};
    const held = index === drag.from;
    const shift = held ? drag.travelled : shiftOf(drag.rows, index, drag.from, drag.to);
    return { 'data-drag': held ? 'held' : 'aside', style: { translate: `0 ${shift}px` } };
  };
  return { grab, rowProps };
}
