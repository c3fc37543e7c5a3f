import { Content, Portal, Root, Trigger } from '@radix-ui/react-popover';
import { useState, type ReactNode } from 'react';

type Props = {
  /** Names the key, where its content does not, and what it opens. */
  label: string;
  /** Of the key. */
  className: string;
  mark: ReactNode;
  children: ReactNode;
};

/** A key that opens a small sheet of words beside it. Escape and a press elsewhere close it. */
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
