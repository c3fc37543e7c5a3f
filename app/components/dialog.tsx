import { useState, type ComponentProps, type ReactNode } from 'react';

import { Button, type ButtonVariant } from './button.tsx';
import { loadOnDemand } from './utils/load-on-demand.tsx';
import { loadOverlays } from './utils/load-overlays.ts';

export type DialogProps = {
  /** The question. It names the object or the amount. */
  title: ReactNode;
  /** Called by the close button, Escape, and a click outside. */
  onClose: () => void;
  children: ReactNode;
  /** Selector of the element that is focused first, inside the dialog. Defaults to the first control. */
  initialFocus?: string;
  className?: string;
  /** A paragraph that describes the dialog. Omit it when the dialog has more content than a sentence. */
  description?: ReactNode;
};

/** Modal dialog, open while it is rendered. Escape and a click outside close it, and focus returns to the opener. */
export const Dialog = loadOnDemand(async () => (await loadOverlays()).DialogFrame);

type DialogButtonProps = Omit<ComponentProps<typeof Button>, 'onClick'> & {
  renderDialog: (onClose: () => void) => ReactNode;
};

/** A button that opens a dialog. */
export function DialogButton({ renderDialog, ...buttonProps }: DialogButtonProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button {...buttonProps} onClick={() => setIsOpen(true)} />
      {isOpen && renderDialog(() => setIsOpen(false))}
    </>
  );
}

export type AlertDialogProps = Pick<DialogProps, 'title' | 'description'> & {
  onClose: () => void;
  /** Label of the safe button, which is focused first: "Keep the page". */
  cancelLabel: string;
  confirmLabel: string;
  variant?: ButtonVariant;
  /** Label of the confirm button while the action runs. */
  busyLabel?: string | false;
  onConfirm: () => void;
};

/** Asks for confirmation before an action that cannot easily be undone. The cancel button comes first. */
export const AlertDialog = loadOnDemand(async () => (await loadOverlays()).AlertDialogFrame);

export type FormDialogProps = {
  title: ReactNode;
  description?: ReactNode;
  submitLabel: string;
  variant?: ButtonVariant;
  /** Label of the submit button while the request runs. */
  busyLabel: string | false;
  /** The submit button is disabled while this is false. */
  canSubmit?: boolean;
  cancelLabel?: string;
  className?: string;
  /** Selector of the element that is focused first. Defaults to the first input. */
  initialFocus?: string;
  onSubmit: () => void;
  /** Called when any field changes, for example to clear the error of the last request. */
  onInput?: () => void;
  onClose: () => void;
  children: ReactNode;
};

/** A dialog with a form. The input stays until the request succeeds or the dialog is closed. */
export const FormDialog = loadOnDemand(async () => (await loadOverlays()).FormDialogFrame);
