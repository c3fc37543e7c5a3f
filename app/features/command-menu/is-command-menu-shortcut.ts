type KeyCombination = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey'>;

/** ⌘K on Apple systems, Ctrl+K elsewhere. */
export function isCommandMenuShortcut(
  { key, ctrlKey, metaKey, shiftKey, altKey }: KeyCombination,
  isApple: boolean,
): boolean {
  const hasModifier = isApple ? metaKey && !ctrlKey : ctrlKey && !metaKey;
  return hasModifier && !shiftKey && !altKey && key.toLowerCase() === 'k';
}
