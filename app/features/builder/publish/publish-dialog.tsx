import { Button } from '#app/components/button.tsx';
import { Dialog } from '#app/components/dialog.tsx';
import { builderPublishMessages } from '#content/messages/builder-publish.ts';

import type { PublishDecision } from './use-publish.ts';

const confirmationMessages = builderPublishMessages.confirmation;

type PublishDialogProps = Pick<Extract<PublishDecision, { kind: 'ask' }>, 'title' | 'changes' | 'consequences'> & {
  onPublish: () => void;
  onClose: () => void;
};

/** Asks for confirmation before buyers see a change; lists the changes and their consequences. */
export const PublishDialog = ({ title, changes, consequences, onPublish, onClose }: PublishDialogProps) => (
  <Dialog title={title} onClose={onClose} initialFocus=".b-go">
    {changes.length > 0 && (
      <ul className="publish-dialog__changes receipt-text" aria-label={confirmationMessages.changesLabel}>
        {changes.map((change) => (
          <li key={change} dir="auto">
            {change}
          </li>
        ))}
      </ul>
    )}
    <div className="small muted publish-dialog__consequences">
      {consequences.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
    </div>
    <div className="dialog__actions">
      <Button onClick={onClose}>{confirmationMessages.cancel}</Button>
      <Button variant="primary" className="b-go" onClick={onPublish}>
        {confirmationMessages.publish}
      </Button>
    </div>
  </Dialog>
);
