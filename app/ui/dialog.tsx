import { Content, Description, Overlay, Portal, Root, Title } from '@radix-ui/react-dialog';
import { X } from 'lucide-react';
import { useRef, type ReactNode } from 'react';

import { Key, type KeyKind } from './key.tsx';

type Props = {
  /** The question. It names the object or the amount. */
  title: ReactNode;
  /** If omitted, only the dialog's own buttons close it. */
  onClose?: () => void;
  children: ReactNode;
  /** Selector of the element that is focused first, inside the dialog. Defaults to the first control. */
  focusFirst?: string;
  className?: string;
  /** A paragraph that describes the dialog. Omit it when the dialog has more content than a sentence. */
  about?: ReactNode;
};

/** Modal dialog, open while it is rendered. Escape and a click outside close it, and focus returns to the opener. */
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
  /** Label of the safe button, which is focused first: "Keep the page". */
  safe: string;
  act: string;
  kind?: KeyKind;
  /** Label of the confirm button while the action runs. */
  busy?: string | false;
  onAct: () => void;
};

/** Asks for confirmation before an action that cannot easily be undone. The cancel button comes first. */
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
