import { useEffect, useEffectEvent } from 'react';

import { isOurs, shortcutOf, typingAt, type Shortcut } from './shortcuts.ts';

/** Something is held before the screen: a dialog, a drawer, an open menu or list. */
const HELD = '[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]';

/** Acts on the builder's keys, wherever the focus is. None acts while something is held before the screen. */
export function useShortcuts(acts: Record<Shortcut, () => void>, singles: boolean): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const shortcut = event.defaultPrevented || event.isComposing ? null : shortcutOf(event);
    if (!shortcut || document.querySelector(HELD)) return;
    if (!isOurs(shortcut, typingAt(event.target), singles)) return;
    event.preventDefault();
    acts[shortcut]();
  });
  useEffect(() => {
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
}
