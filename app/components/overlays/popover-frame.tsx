import { Content, Portal, Root, Trigger } from '@radix-ui/react-popover';
import type { ComponentProps, RefObject } from 'react';

import { ExistingElement } from './existing-element.tsx';

type Props = ComponentProps<typeof Content> & {
  /** The button or input that the popover belongs to. */
  target: RefObject<HTMLElement | null>;
  container?: HTMLElement | null;
  onClose: () => void;
};

/** An open popover. */
export const PopoverFrame = ({ target, container, onClose, ...contentProps }: Props) => (
  <Root open onOpenChange={onClose}>
    <Trigger asChild>
      <ExistingElement target={target} />
    </Trigger>
    <Portal container={container}>
      <Content {...contentProps} />
    </Portal>
  </Root>
);
