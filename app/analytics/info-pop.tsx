import { Content, Portal, Root, Trigger } from '@radix-ui/react-popover';
import { useState, type ReactNode } from 'react';

type Props = {
  /** Accessible name of the button and the popover. */
  label: string;
  /** Class of the button. */
  className: string;
  mark: ReactNode;
  children: ReactNode;
};

/** Button with a text popover. Escape and a click outside close it. */
export function InfoPop({ label, className, mark, children }: Props) {
  const [open, setOpen] = useState(false);
  return (
    <Root open={open} onOpenChange={setOpen}>
      <Trigger className={className} aria-label={label}>
        {mark}
      </Trigger>
      <Portal container={open ? document.querySelector('main') : null}>
        <Content className="an-pop" sideOffset={6} collisionPadding={12} aria-label={label}>
          {children}
        </Content>
      </Portal>
    </Root>
  );
}
