import { useEffect, type RefObject } from 'react';

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.matches('input, textarea, select, [contenteditable]');

const getRowLinks = (list: HTMLElement | null): HTMLElement[] => [
  ...(list?.querySelectorAll<HTMLElement>('a.order-link') ?? []),
];

const STEP_BY_KEY: Record<string, 1 | -1> = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1 };

/** Link to focus next. Arrow keys work only inside the list, letters from anywhere. */
function nextLink(list: HTMLElement | null, key: string): HTMLElement | null {
  const step = STEP_BY_KEY[key];
  if (!step) return null;
  const links = getRowLinks(list);
  const index = links.findIndex((link) => link === document.activeElement);
  if (index < 0) return key.length === 1 ? (links[step > 0 ? 0 : links.length - 1] ?? null) : null;
  return links[index + step] ?? null;
}

type ListShortcutOptions = {
  /** True if the single-key shortcuts `/`, `j` and `k` are enabled. */
  singleKeysEnabled: boolean;
  search: RefObject<HTMLInputElement | null>;
  list: RefObject<HTMLElement | null>;
  onClear: () => void;
};

/** `/` focuses the search field, arrows, `j` and `k` move through the list, Escape in the search field clears all filters. */
export function useListShortcuts({ singleKeysEnabled, search, list, onClear }: ListShortcutOptions): void {
  useEffect(() => {
    const handleKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      const inSearch = event.target === search.current;
      if (event.key === 'Escape' && inSearch) return onClear();
      if (inSearch && event.key === 'ArrowDown') {
        event.preventDefault();
        getRowLinks(list.current)[0]?.focus();
        return;
      }
      if (isTyping(event.target) || (!singleKeysEnabled && event.key.length === 1)) return;
      if (event.key === '/') {
        event.preventDefault();
        search.current?.focus();
        search.current?.select();
        return;
      }
      const next = nextLink(list.current, event.key);
      if (!next) return;
      event.preventDefault();
      next.focus();
    };
    document.addEventListener('keydown', handleKeyDown);
    return () => document.removeEventListener('keydown', handleKeyDown);
  }, [singleKeysEnabled, search, list, onClear]);
}
