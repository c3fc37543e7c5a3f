import { Content, Description, Overlay, Portal, Root, Title } from '@radix-ui/react-dialog';
import { X } from 'lucide-react';
import { useRef, type ReactNode } from 'react';

import { Key, type KeyKind } from './key.tsx';

type Props = {
  /** The question, with the name or the amount in it. */
  title: ReactNode;
  /** Left out: only the dialog's own buttons close it. */
  onClose?: () => void;
  children: ReactNode;
  /** What is focused first, as a selector inside the dialog; without it the first control. */
  focusFirst?: string;
  className?: string;
  /** Ties the title to a paragraph that says more; null when the dialog holds more than a sentence. */
  about?: ReactNode;
};

/**
 * A sheet held before the screen: Escape and a press beside it close it, and the focus goes back to what opened it.
 * Draw it to open it, and leave it out to close it.
 */
export function Dialog({ title, onClose, children, focusFirst, className = 'dlg', about }: Props) {
  const opener = useRef<Element | null>(null);
  const content = useRef<HTMLDivElement>(null);
  const described = about ? {} : { 'aria-describedby': undefined };
  const open = (event: Event) => {
    opener.current = document.activeElement;
    const first = focusFirst ? content.current?.querySelector<HTMLElement>(focusFirst) : null;
    if (!first) return;
    event.preventDefault();
    first.focus();
    if (first instanceof HTMLInputElement) first.select();
  };
  const close = (event: Event) => {
    event.preventDefault();
    const back = opener.current?.isConnected ? opener.current : document.querySelector('main h1');
    if (back instanceof HTMLElement) back.focus();
  };
  return (
    <Root open onOpenChange={(wanted) => !wanted && onClose?.()}>
      <Portal>
        <Overlay className="dlg-veil" />
        <Content
          ref={content}
          className={className}
          onOpenAutoFocus={open}
          onCloseAutoFocus={close}
          {...described}
        >
          <Title className="h2">{title}</Title>
          {about && (
            <Description className="muted" asChild>
              <div>{about}</div>
            </Description>
          )}
          {children}
          {onClose && (
            <Key kind="bare" size="sm" className="icon dlg-close" aria-label="Close" onClick={onClose}>
              <X className="i" aria-hidden="true" />
            </Key>
          )}
        </Content>
      </Portal>
    </Root>
  );
}

type AskProps = Pick<Props, 'title' | 'about'> & {
  onClose: () => void;
  /** The safe key, focused first: 'Keep the page'. */
  safe: string;
  act: string;
  kind?: KeyKind;
  /** What the acting key says while it works. */
  busy?: string | false;
  onAct: () => void;
};

/** Asks once before something that cannot simply be taken back: the safe key first, the acting one last. */
export function AskDialog({ title, about, safe, act, kind = 'red', busy = false, onAct, onClose }: AskProps) {
  return (
    <Dialog title={title} about={about} onClose={onClose} focusFirst=".dlg-safe">
      <div className="dlg-keys">
        <Key className="dlg-safe" onClick={onClose}>
          {safe}
        </Key>
        <Key kind={kind} busy={busy} onClick={onAct}>
          {act}
        </Key>
      </div>
    </Dialog>
  );
}
