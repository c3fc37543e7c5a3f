import type { FormEvent, ReactNode } from 'react';

import { Dialog } from './dialog.tsx';
import { Key, type KeyKind } from './key.tsx';

type Props = {
  title: string;
  about?: ReactNode;
  act: string;
  kind?: KeyKind;
  /** Label of the submit button while the request runs. */
  busy: string | false;
  /** The submit button is disabled while this is false. */
  ready?: boolean;
  safe?: string;
  className?: string;
  onSubmit: () => void;
  onClose: () => void;
  children: ReactNode;
};

/** A dialog with a form. The input stays until the request succeeds or the dialog is closed. */
export function FormDialog(props: Props) {
  const { title, about, act, kind = 'primary', busy, ready = true, safe = 'Cancel' } = props;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!busy && ready) props.onSubmit();
  };
  return (
    <Dialog
      title={title}
      about={about}
      onClose={props.onClose}
      focusFirst="input:not([type='hidden'])"
      {...(props.className && { className: props.className })}
    >
      <form className="dlg-form" noValidate onSubmit={submit}>
        {props.children}
        <div className="dlg-keys">
          <Key onClick={props.onClose}>{safe}</Key>
          <Key type="submit" kind={kind} busy={busy} disabled={!ready}>
            {act}
          </Key>
        </div>
      </form>
    </Dialog>
  );
}
