import { Content, Item, Portal, Root, Trigger } from '@radix-ui/react-dropdown-menu';
import type { LucideIcon } from 'lucide-react';
import { useRef, useState, type PointerEvent } from 'react';
import { Link } from 'react-router';

/** `href` opens a new tab, `to` another screen of the app. */
export type MenuItem = {
  label: string;
  Icon: LucideIcon;
  /** The action cannot easily be undone: the item is red and set apart. */
  destructive?: boolean;
} & ({ onSelect: () => void } | { href: string } | { to: string });

type Props = {
  /** Names the button and the menu for assistive technology. */
  label: string;
  Icon: LucideIcon;
  items: readonly MenuItem[];
};

/** A menu of actions. Escape and Tab close it and return the focus to the button. */
export function DropdownMenu({ label, Icon, items }: Props) {
  const [open, setOpen] = useState(false);
  const selectedAction = useRef<(() => void) | null>(null);
  // A finger that starts to scroll on the button must not open the menu; a tap does, by its click event.
  const isTouch = useRef(false);
  const handlePointerDown = (event: PointerEvent) => {
    isTouch.current = event.pointerType === 'touch';
    if (isTouch.current) event.preventDefault();
  };
  return (
    <Root open={open} onOpenChange={setOpen} modal={false}>
      <Trigger
        className="key bare icon sm"
        aria-label={label}
        onPointerDown={handlePointerDown}
        onClick={() => isTouch.current && setOpen(!open)}
      >
        <Icon className="i" aria-hidden="true" />
      </Trigger>
      <Portal container={open ? document.querySelector('main') : null}>
        <Content
          className="menu"
          // A menu that scrolls must be focusable.
          tabIndex={0}
          align="end"
          sideOffset={4}
          collisionPadding={8}
          loop
          onKeyDown={({ key }) => key === 'Tab' && setOpen(false)}
          onCloseAutoFocus={() => {
            // The action runs after the focus has returned, so that a dialog returns it to the button.
            if (selectedAction.current) queueMicrotask(selectedAction.current);
            selectedAction.current = null;
          }}
        >
          {items.map((item) => (
            <MenuItemRow key={item.label} item={item} onSelect={(action) => (selectedAction.current = action)} />
          ))}
        </Content>
      </Portal>
    </Root>
  );
}

function MenuItemRow({ item, onSelect }: { item: MenuItem; onSelect: (action: () => void) => void }) {
  const { label, Icon, destructive } = item;
  const content = (
    <>
      <Icon className="i" aria-hidden="true" />
      {label}
    </>
  );
  const className = destructive ? 'dropdown-menu__item grave' : 'dropdown-menu__item';
  if ('href' in item)
    return (
      <Item className={className} asChild>
        <a href={item.href} target="_blank" rel="noreferrer">
          {content}
        </a>
      </Item>
    );
  if ('to' in item)
    return (
      <Item className={className} asChild>
        <Link to={item.to}>{content}</Link>
      </Item>
    );
  return (
    <Item className={className} onSelect={() => onSelect(item.onSelect)}>
      {content}
    </Item>
  );
}
