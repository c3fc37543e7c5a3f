import { Dialog } from '#app/ui/dialog.tsx';
import { Button } from '#app/ui/key.tsx';

import type { PublishDecision } from './publish-decision.ts';

type PublishDialogProps = Pick<Extract<PublishDecision, { kind: 'ask' }>, 'title' | 'changes' | 'consequences'> & {
  onPublish: () => void;
  onClose: () => void;
};

/** Asks for confirmation before buyers see a change; lists the changes and their consequences. */
export const PublishDialog = ({ title, changes, consequences, onPublish, onClose }: PublishDialogProps) => (
  <Dialog title={title} onClose={onClose} initialFocus=".b-go">
    {changes.length > 0 && (
      <ul className="b-changes receipt-type" aria-label="What changes">
        {changes.map((change) => (
          <li key={change} dir="auto">
            {change}
          </li>
        ))}
      </ul>
    )}
    <div className="small muted b-follows">
      {consequences.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
    </div>
    <div className="dlg-keys">
      <Button onClick={onClose}>Not yet</Button>
      <Button variant="primary" className="b-go" onClick={onPublish}>
        Publish
      </Button>
    </div>
  </Dialog>
);
