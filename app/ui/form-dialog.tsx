import type { FormEvent, ReactNode } from 'react';

import { Dialog } from './dialog.tsx';
import { Button, type ButtonVariant } from './key.tsx';

type FormDialogProps = {
  title: string;
  description?: ReactNode;
  submitLabel: string;
  variant?: ButtonVariant;
  /** Label of the submit button while the request runs. */
  busyLabel: string | false;
  /** The submit button is disabled while this is false. */
  canSubmit?: boolean;
  cancelLabel?: string;
  className?: string;
  onSubmit: () => void;
  onClose: () => void;
  children: ReactNode;
};

/** A dialog with a form. The input stays until the request succeeds or the dialog is closed. */
export function FormDialog(props: FormDialogProps) {
  const {
    title,
    description,
    submitLabel,
    variant = 'primary',
    busyLabel,
    canSubmit = true,
    cancelLabel = 'Cancel',
  } = props;
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (!busyLabel && canSubmit) props.onSubmit();
  };
  return (
    <Dialog
      title={title}
      description={description}
      onClose={props.onClose}
      initialFocus="input:not([type='hidden'])"
      {...(props.className && { className: props.className })}
    >
      <form className="dlg-form" noValidate onSubmit={handleSubmit}>
        {props.children}
        <div className="dlg-keys">
          <Button onClick={props.onClose}>{cancelLabel}</Button>
          <Button type="submit" variant={variant} busyLabel={busyLabel} disabled={!canSubmit}>
            {submitLabel}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
