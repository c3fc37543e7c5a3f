import { Dialog } from '#app/ui/dialog.tsx';
import { Key } from '#app/ui/key.tsx';

type Props = { onStay: () => void; onLeave: () => void };

/** Asks before leaving; shown only if the draft could not be saved in time. */
export const LeaveDialog = ({ onStay, onLeave }: Props) => (
  <Dialog
    title="Leave before this is saved?"
    about="Your last changes did not reach the server. A copy stays in this browser: you can bring it back when you open the page here again."
    onClose={onStay}
    focusFirst=".b-stay"
  >
    <div className="dlg-keys">
      <Key className="b-stay" onClick={onStay}>
        Stay
      </Key>
      <Key kind="red" onClick={onLeave}>
        Leave
      </Key>
    </div>
  </Dialog>
);
