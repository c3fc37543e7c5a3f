import { FIELD_NAMES } from './field-names.ts';

export type Shortcut = 'undo' | 'redo' | 'save' | 'publish' | 'help' | 'desktop' | 'tablet' | 'mobile';

type Pressed = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey'>;

/** Single-key shortcuts. They work only outside of text fields and can be switched off. */
const SINGLE: Record<string, Shortcut> = { '?': 'help', '1': 'desktop', '2': 'tablet', '3': 'mobile' };

/** Returns the shortcut of a key press: Control on every system, Command where it exists. */
export function shortcutOf({ key, ctrlKey, metaKey, shiftKey, altKey }: Pressed): Shortcut | null {
  if (altKey) return null;
  const letter = key.toLowerCase();
  if (!ctrlKey && !metaKey) return SINGLE[key] ?? null;
  if (letter === 'z') return shiftKey ? 'redo' : 'undo';
  if (shiftKey) return null;
  if (letter === 'y' && ctrlKey) return 'redo';
  if (letter === 's') return 'save';
  return key === 'Enter' ? 'publish' : null;
}

export const isSingle = (shortcut: Shortcut): boolean => Object.values(SINGLE).includes(shortcut);

/** The focused text field. `isConfigField` is true if its changes are part of the undo history. */
export type Typing = { value: string; kept: boolean } | null;

/** Returns whether the id is that of a config field or list entry. `f-features` is the input for a new feature. */
function isKept(id: string): boolean {
  const [key = '', place] = id.replace(/^f-/, '').split('.');
  if (!id.startsWith('f-') || !Object.hasOwn(FIELD_NAMES, key)) return false;
  return place !== undefined || key !== 'features';
}

export function typingAt(target: EventTarget | null): Typing {
  if (!(target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement)) return null;
  if (target instanceof HTMLInputElement && /^(checkbox|radio|button|file|color|range)$/.test(target.type))
    return null;
  return { value: target.value, kept: isKept(target.id) };
}

/**
 * Returns whether the builder handles a shortcut. Text that is not part of the page yet (a new feature, a testimonial,
 * the page name) has no step in the history, so Undo is left to the browser there.
 */
export function isOurs(shortcut: Shortcut, typing: Typing, singles: boolean): boolean {
  if (isSingle(shortcut)) return singles && typing === null;
  if (shortcut !== 'undo' && shortcut !== 'redo') return true;
  return typing === null || typing.kept || typing.value === '';
}

export type ShortcutLine = { keys: readonly string[]; what: string };

/** Entries of the shortcuts dialog; `modifier` is the shortcut key of the system. */
export const shortcutLines = (mod: 'Ctrl' | '⌘'): readonly ShortcutLine[] => [
  { keys: [mod, 'Z'], what: 'Undo' },
  { keys: [mod, 'Shift', 'Z'], what: 'Redo' },
  { keys: ['Ctrl', 'Y'], what: 'Redo' },
  { keys: [mod, 'S'], what: 'Save now' },
  { keys: [mod, 'Enter'], what: 'Publish' },
  { keys: ['1'], what: 'Preview on a desktop' },
  { keys: ['2'], what: 'Preview on a tablet' },
  { keys: ['3'], what: 'Preview on a phone' },
  { keys: ['?'], what: 'This list' },
];
