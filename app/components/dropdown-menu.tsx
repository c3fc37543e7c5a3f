import { Content, Portal, Root, Trigger } from '@radix-ui/react-popover';
import type { LucideIcon } from 'lucide-react';
import { useRef, useState, type KeyboardEvent } from 'react';

export type MenuItem = {
  label: string;
  Icon: LucideIcon;
  /** The action cannot easily be undone: the item is red and set apart. */
  destructive?: boolean;
} & ({ onSelect: () => void } | { href: string });

type Props = {
  /** Names the button and the menu for assistive technology. */
  label: string;
  Icon: LucideIcon;
  items: readonly MenuItem[];
};

const getMenuItems = (list: Element): HTMLElement[] => [...list.querySelectorAll<HTMLElement>('[role="menuitem"]')];

/** Returns the item that an arrow, Home, End or a letter moves to, or null for every other key. */
function findNextItem(list: Element, key: string): HTMLElement | null {
  const items = getMenuItems(list);
  const index = items.findIndex((item) => item === document.activeElement);
  if (key === 'ArrowDown') return items[(index + 1) % items.length] ?? null;
  if (key === 'ArrowUp') return items.at(index <= 0 ? -1 : index - 1) ?? null;
  if (key === 'Home') return items[0] ?? null;
  if (key === 'End') return items.at(-1) ?? null;
  if (key.length !== 1) return null;
  const candidates = [...items.slice(index + 1), ...items.slice(0, index + 1)];
  return candidates.find((item) => item.textContent.toLowerCase().startsWith(key.toLowerCase())) ?? null;
}

/** A menu of actions. Arrows, Home, End and first letters move; Escape and Tab close and return the focus. */
export function DropdownMenu({ label, Icon, items }: Props) {
  const [open, setOpen] = useState(false);
  const listRef = useRef<HTMLDivElement>(null);
  const selectedAction = useRef<(() => void) | null>(null);
  const handleSelect = (action: (() => void) | null) => {
    selectedAction.current = action;
    setOpen(false);
  };
  const handleKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    if (event.key === 'Tab') {
      event.preventDefault();
      return setOpen(false);
    }
    const next = event.ctrlKey || event.metaKey || event.altKey ? null : findNextItem(event.currentTarget, event.key);
    if (!next || event.key === ' ') return;
    event.preventDefault();
    next.focus();
  };
  return (
    <Root open={open} onOpenChange={setOpen}>
      <Trigger className="key bare icon sm" aria-label={label} aria-haspopup="menu">
        <Icon className="i" aria-hidden="true" />
      </Trigger>
      <Portal container={open ? document.querySelector('main') : null}>
        <Content
          ref={listRef}
          className="menu"
          role="menu"
          aria-label={label}
          align="end"
          sideOffset={4}
          collisionPadding={8}
          onKeyDown={handleKeyDown}
          onOpenAutoFocus={(event) => {
            event.preventDefault();
            if (listRef.current) getMenuItems(listRef.current)[0]?.focus();
          }}
          onCloseAutoFocus={() => {
            const action = selectedAction.current;
            selectedAction.current = null;
            if (action) queueMicrotask(action);
          }}
        >
          {items.map((item) => (
            <MenuItemRow key={item.label} item={item} onSelect={handleSelect} />
          ))}
        </Content>
      </Portal>
    </Root>
  );
}

function MenuItemRow({ item, onSelect }: { item: MenuItem; onSelect: (action: (() => void) | null) => void }) {
  const { label, Icon, destructive } = item;
  const itemProps = {
    className: destructive ? 'menu-item grave' : 'menu-item',
    role: 'menuitem',
    tabIndex: -1,
  };
  const itemContent = (
    <>
      <Icon className="i" aria-hidden="true" />
      {label}
    </>
  );
  if ('href' in item)
    return (
      <a {...itemProps} href={item.href} target="_blank" rel="noreferrer" onClick={() => onSelect(null)}>
        {itemContent}
      </a>
    );
  return (
    <button {...itemProps} type="button" onClick={() => onSelect(item.onSelect)}>
      {itemContent}
    </button>
  );
}
