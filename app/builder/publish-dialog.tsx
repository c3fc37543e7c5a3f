import { Dialog } from '#app/ui/dialog.tsx';
import { Key } from '#app/ui/key.tsx';

import type { PublishDecision } from './publish-decision.ts';

type Props = Pick<Extract<PublishDecision, { kind: 'ask' }>, 'title' | 'changes' | 'consequences'> & {
  onPublish: () => void;
  onClose: () => void;
};

/** Asks for confirmation before buyers see a change; lists the changes and their consequences. */
export const PublishDialog = ({ title, changes, consequences, onPublish, onClose }: Props) => (
  <Dialog title={title} onClose={onClose} focusFirst=".b-go">
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
      <Key onClick={onClose}>Not yet</Key>
      <Key kind="primary" className="b-go" onClick={onPublish}>
        Publish
      </Key>
    </div>
  </Dialog>
);
