import { Dialog } from '#app/ui/dialog.tsx';
import { Button } from '#app/ui/key.tsx';

type UnsavedChangesDialogProps = { onStay: () => void; onLeave: () => void };

/** Asks before leaving; shown only if the draft could not be saved in time. */
export const UnsavedChangesDialog = ({ onStay, onLeave }: UnsavedChangesDialogProps) => (
  <Dialog
    title="Leave before this is saved?"
    description="Your last changes did not reach the server. A copy stays in this browser: you can bring it back when you open the page here again."
    onClose={onStay}
    initialFocus=".b-stay"
  >
    <div className="dlg-keys">
      <Button className="b-stay" onClick={onStay}>
        Stay
      </Button>
      <Button variant="red" onClick={onLeave}>
        Leave
      </Button>
    </div>
  </Dialog>
);
