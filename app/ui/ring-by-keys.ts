import type { FocusEvent, KeyboardEvent, PointerEvent } from 'react';

/**
 * Hides the focus ring for focus that the pointer caused, in lists whose items Radix focuses by script. Sets
 * `data-pressed` until the next key press, and the stylesheet hides the ring meanwhile.
 */
export const focusVisibleOnly = {
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
