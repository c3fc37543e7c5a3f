import { useState, type FocusEvent, type KeyboardEvent, type MouseEvent, type PointerEvent } from 'react';

import { GUTTER } from './chart-view.ts';
import { nearestPlace } from './scale.ts';

const FAR = 7;

/** Index after a key press; null for other keys. */
export function placeAfter(key: string, place: number, count: number): number | null {
  const to: Record<string, number> = {
    ArrowLeft: place - 1,
    ArrowDown: place - 1,
    ArrowRight: place + 1,
    ArrowUp: place + 1,
    PageDown: place - FAR,
    PageUp: place + FAR,
    Home: 0,
    End: count - 1,
  };
  const next = to[key];
  return next === undefined ? null : Math.min(count - 1, Math.max(0, next));
}

const pointsIn = (chart: HTMLElement | null): HTMLElement[] =>
  chart ? [...chart.querySelectorAll<HTMLElement>('.chart-point')] : [];

const focusPoint = (chart: HTMLElement, index: number): void => pointsIn(chart)[index]?.focus();

/** Active point of the chart: under the pointer, or focused by keyboard. */
export function useReading(count: number) {
  const [read, setRead] = useState<number | null>(null);
  const last = Math.max(0, count - 1);
  const indexAt = ({ currentTarget, clientX }: MouseEvent<HTMLElement>): number => {
    const { left, width } = currentTarget.getBoundingClientRect();
    return nearestPlace(clientX - left - GUTTER.left, count, width - GUTTER.left - GUTTER.right);
  };
  const point = (event: PointerEvent<HTMLElement>) => setRead(indexAt(event));
  return {
    read,
    handlers: {
      onPointerMove: point,
      onPointerDown: point,
      onPointerLeave: ({ pointerType }: PointerEvent) => pointerType === 'mouse' && setRead(null),
      // The click moves the focus away first, so the point is focused afterwards.
      onClick: (event: MouseEvent<HTMLElement>) => focusPoint(event.currentTarget, indexAt(event)),
      onFocus: ({ target }: FocusEvent<HTMLElement>) =>
        setRead(pointsIn(target.parentElement).indexOf(target)),
      onBlur: () => setRead(null),
      onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
        if (event.ctrlKey || event.metaKey || event.altKey) return;
        const next = placeAfter(event.key, read ?? last, count);
        if (next === null) return;
        event.preventDefault();
        focusPoint(event.currentTarget, next);
      },
    },
  };
}
