import { useState, type KeyboardEvent, type PointerEvent } from 'react';

import { GUTTER } from './chart-view.ts';
import { nearestPlace } from './scale.ts';

const FAR = 7;

/** Where a key leads from a place; null for a key that leads nowhere. */
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

/** The place of the chart that is read: under the pointer, or where keys have led. */
export function useReading(count: number) {
  const [read, setRead] = useState<number | null>(null);
  const last = Math.max(0, count - 1);
  const point = ({ currentTarget, clientX }: PointerEvent<HTMLElement>) => {
    const { left, width } = currentTarget.getBoundingClientRect();
    setRead(nearestPlace(clientX - left - GUTTER.left, count, width - GUTTER.left - GUTTER.right));
  };
  return {
    read,
    handlers: {
      onPointerMove: point,
      onPointerDown: point,
      onPointerLeave: ({ pointerType }: PointerEvent) => pointerType === 'mouse' && setRead(null),
      onFocus: () => setRead((now) => now ?? last),
      onBlur: () => setRead(null),
      onKeyDown: (event: KeyboardEvent) => {
        if (event.ctrlKey || event.metaKey || event.altKey) return;
        const next = placeAfter(event.key, read ?? last, count);
        if (next === null) return;
        event.preventDefault();
        setRead(next);
      },
    },
  };
}
