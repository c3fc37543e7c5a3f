import type { FormEvent } from 'react';

import { Button } from '../button.tsx';
import type { FormDialogProps } from '../dialog.tsx';
import { DialogFrame } from './dialog-frame.tsx';

/** An open `FormDialog`. */
export function FormDialogFrame(props: FormDialogProps) {
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
    <DialogFrame
      title={title}
      description={description}
      onClose={props.onClose}
      initialFocus={props.initialFocus ?? "input:not([type='hidden'])"}
      {...(props.className && { className: props.className })}
    >
      <form className="dialog__form" noValidate onInput={props.onInput} onSubmit={handleSubmit}>
        {props.children}
        <div className="dialog__actions">
          <Button className="dlg-safe" onClick={props.onClose}>
            {cancelLabel}
          </Button>
          <Button type="submit" variant={variant} busyLabel={busyLabel} disabled={!canSubmit}>
            {submitLabel}
          </Button>
        </div>
      </form>
    </DialogFrame>
  );
}
