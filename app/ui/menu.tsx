import { Content, Portal, Root, Trigger } from '@radix-ui/react-popover';
import type { LucideIcon } from 'lucide-react';
import { useRef, useState, type KeyboardEvent } from 'react';

export type MenuEntry = {
  label: string;
  Icon: LucideIcon;
  /** The action cannot easily be undone: the item is red and set apart. */
  grave?: boolean;
} & ({ onChoose: () => void } | { href: string });

type Props = {
  /** Names the button and the menu for assistive technology. */
  label: string;
  Icon: LucideIcon;
  entries: readonly MenuEntry[];
};

const itemsIn = (list: Element): HTMLElement[] => [
  ...list.querySelectorAll<HTMLElement>('[role="menuitem"]'),
];

/** Returns the item that an arrow, Home, End or a letter moves to, or null for every other key. */
function nextItem(list: Element, key: string): HTMLElement | null {
  const items = itemsIn(list);
  const place = items.findIndex((item) => item === document.activeElement);
  if (key === 'ArrowDown') return items[(place + 1) % items.length] ?? null;
  if (key === 'ArrowUp') return items.at(place <= 0 ? -1 : place - 1) ?? null;
  if (key === 'Home') return items[0] ?? null;
  if (key === 'End') return items.at(-1) ?? null;
  if (key.length !== 1) return null;
  const after = [...items.slice(place + 1), ...items.slice(0, place + 1)];
  return after.find((item) => item.textContent.toLowerCase().startsWith(key.toLowerCase())) ?? null;
}

/** A menu of actions. Arrows, Home, End and first letters move; Escape and Tab close and return the focus. */
export function Menu({ label, Icon, entries }: Props) {
  const [open, setOpen] = useState(false);
  const list = useRef<HTMLDivElement>(null);
  const chosen = useRef<(() => void) | null>(null);
  const choose = (act: (() => void) | null) => {
    chosen.current = act;
    setOpen(false);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    if (event.key === 'Tab') {
      event.preventDefault();
      return setOpen(false);
    }
    const next =
      event.ctrlKey || event.metaKey || event.altKey ? null : nextItem(event.currentTarget, event.key);
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
          ref={list}
          className="menu"
          role="menu"
          aria-label={label}
          align="end"
          sideOffset={4}
          collisionPadding={8}
          onKeyDown={onKeyDown}
          onOpenAutoFocus={(event) => {
            event.preventDefault();
            if (list.current) itemsIn(list.current)[0]?.focus();
          }}
          onCloseAutoFocus={() => {
            const act = chosen.current;
            chosen.current = null;
            if (act) queueMicrotask(act);
          }}
        >
          {entries.map((entry) => (
            <MenuRow key={entry.label} entry={entry} onChoose={choose} />
          ))}
        </Content>
      </Portal>
    </Root>
  );
}

function MenuRow({ entry, onChoose }: { entry: MenuEntry; onChoose: (act: (() => void) | null) => void }) {
  const { label, Icon, grave } = entry;
  const look = { className: grave ? 'menu-item grave' : 'menu-item', role: 'menuitem', tabIndex: -1 };
  const inside = (
    <>
      <Icon className="i" aria-hidden="true" />
      {label}
    </>
  );
  if ('href' in entry)
    return (
      <a {...look} href={entry.href} target="_blank" rel="noreferrer" onClick={() => onChoose(null)}>
        {inside}
      </a>
    );
  return (
    <button {...look} type="button" onClick={() => onChoose(entry.onChoose)}>
      {inside}
    </button>
  );
}
