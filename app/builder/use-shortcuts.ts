import { useEffect, useEffectEvent } from 'react';

import { isOurs, shortcutOf, typingAt, type Shortcut } from './shortcuts.ts';

/** Matches open overlays: dialogs, drawers, menus and lists. */
const HELD = '[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]';

/** Handles the keyboard shortcuts of the builder, wherever the focus is. They are off while an overlay is open. */
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
