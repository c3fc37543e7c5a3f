import { Button } from '../button.tsx';
import type { AlertDialogProps } from '../dialog.tsx';
import { DialogFrame } from './dialog-frame.tsx';

/** An open `AlertDialog`. */
export function AlertDialogFrame({
  title,
  description,
  cancelLabel,
  confirmLabel,
  variant = 'red',
  busyLabel = false,
  onConfirm,
  onClose,
}: AlertDialogProps) {
  return (
    <DialogFrame title={title} description={description} onClose={onClose} initialFocus=".dlg-safe">
      <div className="dialog__actions">
        <Button className="dlg-safe" onClick={onClose}>
          {cancelLabel}
        </Button>
        <Button variant={variant} busyLabel={busyLabel} onClick={onConfirm}>
          {confirmLabel}
        </Button>
      </div>
    </DialogFrame>
  );
}
