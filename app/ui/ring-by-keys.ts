import type { FocusEvent, KeyboardEvent, PointerEvent } from 'react';

/**
 * For a list whose items are focused by script at a press, as Radix does: the browser then draws the ring of the
 * keyboard. `data-pressed` stands while the pointer brought the focus, and the stylesheet leaves the ring out.
 */
export const ringByKeys = {
  onPointerDownCapture: ({ currentTarget }: PointerEvent<HTMLElement>) => {
    currentTarget.dataset.pressed = 'true';
  },
  onKeyDownCapture: ({ currentTarget }: KeyboardEvent<HTMLElement>) => {
    delete currentTarget.dataset.pressed;
  },
  onBlurCapture: ({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>) => {
    if (!currentTarget.contains(relatedTarget)) delete currentTarget.dataset.pressed;
  },
};
