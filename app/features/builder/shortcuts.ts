import { useEffect, useEffectEvent } from 'react';

import { isConfigKey } from './state/config-keys.ts';

type Shortcut = 'undo' | 'redo' | 'save' | 'publish' | 'help' | 'desktop' | 'tablet' | 'mobile';

type KeyCombination = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey'>;

/** Single-key shortcuts. They work only outside of text fields and can be switched off. */
const SINGLE_KEYS: Record<string, Shortcut> = { '?': 'help', '1': 'desktop', '2': 'tablet', '3': 'mobile' };

/** Returns the shortcut of a key press: Control on every system, Command where it exists. */
export function getShortcut({ key, ctrlKey, metaKey, shiftKey, altKey }: KeyCombination): Shortcut | null {
  if (altKey) return null;
  const lowerKey = key.toLowerCase();
  if (!ctrlKey && !metaKey) return SINGLE_KEYS[key] ?? null;
  if (lowerKey === 'z') return shiftKey ? 'redo' : 'undo';
  if (shiftKey) return null;
  if (lowerKey === 'y' && ctrlKey) return 'redo';
  if (lowerKey === 's') return 'save';
  return key === 'Enter' ? 'publish' : null;
}

const isSingleKey = (shortcut: Shortcut): boolean => Object.values(SINGLE_KEYS).includes(shortcut);

/** The focused text field. `isConfigField` is true if its changes are part of the undo history. */
type TypingTarget = { value: string; isConfigField: boolean } | null;

/** Returns whether the id is that of a config field or list entry. `f-features` is the input for a new feature. */
function isConfigFieldId(id: string): boolean {
  const [key = '', index] = id.replace(/^f-/, '').split('.');
  if (!id.startsWith('f-') || !isConfigKey(key)) return false;
  return index !== undefined || key !== 'features';
}

function getTypingTarget(target: EventTarget | null): TypingTarget {
  if (!(target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement)) return null;
  if (target instanceof HTMLInputElement && /^(checkbox|radio|button|file|color|range)$/.test(target.type)) return null;
  return { value: target.value, isConfigField: isConfigFieldId(target.id) };
}

/**
 * Returns whether the builder handles a shortcut. Text that is not part of the page yet (a new feature, a testimonial,
 * the page name) has no step in the history, so Undo is left to the browser there.
 */
export function shouldHandleShortcut(
  shortcut: Shortcut,
  typingTarget: TypingTarget,
  singleKeysEnabled: boolean,
): boolean {
  if (isSingleKey(shortcut)) return singleKeysEnabled && typingTarget === null;
  if (shortcut !== 'undo' && shortcut !== 'redo') return true;
  return typingTarget === null || typingTarget.isConfigField || typingTarget.value === '';
}

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
    // Before the focused control reacts: Ctrl+Enter must not press a button or open a menu.
    document.addEventListener('keydown', onKeyDown, { capture: true });
    return () => document.removeEventListener('keydown', onKeyDown, { capture: true });
  }, []);
}
