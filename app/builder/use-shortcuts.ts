import { useEffect, useEffectEvent } from 'react';

import { shouldHandleShortcut, getShortcut, getTypingTarget, type Shortcut } from './shortcuts.ts';

/** Matches open overlays: dialogs, drawers, menus and lists. */
const OVERLAY_SELECTOR = '[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]';

/** Handles the keyboard shortcuts of the builder, wherever the focus is. They are off while an overlay is open. */
export function useShortcuts(handlers: Record<Shortcut, () => void>, singleKeysEnabled: boolean): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const shortcut = event.defaultPrevented || event.isComposing ? null : getShortcut(event);
    if (!shortcut || document.querySelector(OVERLAY_SELECTOR)) return;
    if (!shouldHandleShortcut(shortcut, getTypingTarget(event.target), singleKeysEnabled)) return;
    event.preventDefault();
    handlers[shortcut]();
  });
  useEffect(() => {
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
}
