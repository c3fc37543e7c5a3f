import { Content, Item, Portal, Root, Trigger } from '@radix-ui/react-dropdown-menu';
import { useEffect, useRef, type RefObject } from 'react';
import { Link } from 'react-router';

import type { MenuItem } from '../dropdown-menu.tsx';
import { ExistingElement } from './existing-element.tsx';

type Props = {
  label: string;
  items: readonly MenuItem[];
  /** The button of the menu. */
  target: RefObject<HTMLElement | null>;
  /** The menu was opened by the keyboard, so its first item is focused. */
  isOpenedByKeyboard: boolean;
  onClose: () => void;
};

/** An open menu of actions. */
export function MenuFrame({ label, items, target, isOpenedByKeyboard, onClose }: Props) {
  const contentRef = useRef<HTMLDivElement>(null);
  const selectedAction = useRef<(() => void) | null>(null);
  useEffect(() => {
    if (isOpenedByKeyboard) contentRef.current?.querySelector<HTMLElement>('[role=menuitem]')?.focus();
  }, [isOpenedByKeyboard]);
  return (
    <Root open onOpenChange={onClose} modal={false}>
      <Trigger asChild>
        <ExistingElement target={target} />
      </Trigger>
      <Portal container={document.querySelector('main')}>
        <Content
          ref={contentRef}
          className="menu"
          aria-label={label}
          aria-labelledby={undefined}
          // A menu that scrolls must be focusable.
          tabIndex={0}
          align="end"
          sideOffset={4}
          collisionPadding={8}
          loop
          onKeyDown={({ key }) => key === 'Tab' && onClose()}
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
