import { Content, Portal, Root, Trigger } from '@radix-ui/react-popover';
import { useState, type ReactNode } from 'react';

type Props = {
  /** Accessible name of the button and the popover. */
  label: string;
  /** Class of the button. */
  className: string;
  trigger: ReactNode;
  children: ReactNode;
};

/** Button with a text popover. Escape and a click outside close it. */
export function InfoPopover({ label, className, trigger, children }: Props) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Root open={isOpen} onOpenChange={setIsOpen}>
      <Trigger className={className} aria-label={label}>
        {trigger}
      </Trigger>
      <Portal container={isOpen ? document.querySelector('main') : null}>
        <Content className="an-pop" sideOffset={6} collisionPadding={12} aria-label={label}>
          {children}
        </Content>
      </Portal>
    </Root>
  );
}
