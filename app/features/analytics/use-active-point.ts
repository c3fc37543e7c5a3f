import { useState, type FocusEvent, type KeyboardEvent, type MouseEvent, type PointerEvent } from 'react';

import { findNearestIndex } from './chart-scale.ts';
import { CHART_PADDING } from './chart-view.ts';

const PAGE_STEP = 7;

/** Index after a key press; null for other keys. */
export function getIndexAfterKey(key: string, index: number, count: number): number | null {
  const indexByKey: Record<string, number> = {
    ArrowLeft: index - 1,
    ArrowDown: index - 1,
    ArrowRight: index + 1,
    ArrowUp: index + 1,
    PageDown: index - PAGE_STEP,
    PageUp: index + PAGE_STEP,
    Home: 0,
    End: count - 1,
  };
  const next = indexByKey[key];
  return next === undefined ? null : Math.min(count - 1, Math.max(0, next));
}

const getPoints = (chart: HTMLElement | null): HTMLElement[] =>
  chart ? [...chart.querySelectorAll<HTMLElement>('.chart-point')] : [];

const focusPoint = (chart: HTMLElement, index: number): void => getPoints(chart)[index]?.focus();

/** Active point of the chart: under the pointer, or focused by keyboard. */
export function useActivePoint(count: number) {
  const [activeIndex, setActiveIndex] = useState<number | null>(null);
  const lastIndex = Math.max(0, count - 1);
  const indexAt = ({ currentTarget, clientX }: MouseEvent<HTMLElement>): number => {
    const { left, width } = currentTarget.getBoundingClientRect();
    return findNearestIndex(
      clientX - left - CHART_PADDING.left,
      count,
      width - CHART_PADDING.left - CHART_PADDING.right,
    );
  };
  const handlePointer = (event: PointerEvent<HTMLElement>) => setActiveIndex(indexAt(event));
  return {
    activeIndex,
    handlers: {
      onPointerMove: handlePointer,
      onPointerDown: handlePointer,
      onPointerLeave: ({ pointerType }: PointerEvent) => pointerType === 'mouse' && setActiveIndex(null),
      // The click moves the focus away first, so the point is focused afterwards.
      onClick: (event: MouseEvent<HTMLElement>) => focusPoint(event.currentTarget, indexAt(event)),
      onFocus: ({ target }: FocusEvent<HTMLElement>) => setActiveIndex(getPoints(target.parentElement).indexOf(target)),
      onBlur: () => setActiveIndex(null),
      onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
        if (event.ctrlKey || event.metaKey || event.altKey) return;
        const next = getIndexAfterKey(event.key, activeIndex ?? lastIndex, count);
        if (next === null) return;
        event.preventDefault();
        focusPoint(event.currentTarget, next);
      },
    },
  };
}
