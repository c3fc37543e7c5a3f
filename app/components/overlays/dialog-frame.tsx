import { Content, Description, Overlay, Portal, Root, Title } from '@radix-ui/react-dialog';
import { X } from 'lucide-react';
import { useRef, type RefObject } from 'react';

import { Button } from '../button.tsx';
import type { DialogProps } from '../dialog.tsx';

/** The opener of the dialog that was opened last. */
let lastOpenerRef: RefObject<Element | null> | null = null;

/** An open dialog. A dialog that replaces it returns the focus to the same element. */
export function DialogFrame({ title, onClose, children, initialFocus, className = 'dlg', description }: DialogProps) {
  const openerRef = useRef<Element | null>(null);
  const contentRef = useRef<HTMLDivElement>(null);
  const descriptionProps = description ? {} : { 'aria-describedby': undefined };
  const handleOpenAutoFocus = (event: Event) => {
    openerRef.current = document.activeElement;
    lastOpenerRef = openerRef;
    const initialElement = initialFocus ? contentRef.current?.querySelector<HTMLElement>(initialFocus) : null;
    if (!initialElement) return;
    event.preventDefault();
    initialElement.focus();
    if (initialElement instanceof HTMLInputElement) initialElement.select();
  };
  const handleCloseAutoFocus = (event: Event) => {
    event.preventDefault();
    // The dialog that replaced this one is open already. The button that opened it is gone.
    if (lastOpenerRef?.current === document.body) lastOpenerRef.current = openerRef.current;
    const focusTarget = openerRef.current?.isConnected ? openerRef.current : document.querySelector('main h1');
    if (focusTarget instanceof HTMLElement) focusTarget.focus();
  };
  return (
    <Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Portal>
        <Overlay className="dialog-overlay" />
        <Content
          ref={contentRef}
          className={className}
          onOpenAutoFocus={handleOpenAutoFocus}
          onCloseAutoFocus={handleCloseAutoFocus}
          {...descriptionProps}
        >
          <Title className="h2">{title}</Title>
          {description && (
            <Description className="muted" asChild>
              <div>{description}</div>
            </Description>
          )}
          {children}
          <div className="dialog__corner">
            <Button Icon={X} variant="bare" size="sm" className="dialog__close" aria-label="Close" onClick={onClose} />
          </div>
        </Content>
      </Portal>
    </Root>
  );
}
