import { Check, Copy, TriangleAlert } from 'lucide-react';
import { useState } from 'react';

import { AskDialog, Dialog } from '#app/ui/dialog.tsx';
import { Key } from '#app/ui/key.tsx';
import { useCopy } from '#app/ui/use-copy.ts';

type Props = { name: string; secret: string; onClose: () => void };

/** Shows a new API key once. Closing without copying requires a confirmation. */
export function ShownKeyDialog({ name, secret, onClose }: Props) {
  const { copied, copy } = useCopy(secret);
  const [kept, setKept] = useState(false);
  const [asking, setAsking] = useState(false);
  if (copied && !kept) setKept(true);
  const leave = () => (kept ? onClose() : setAsking(true));
  if (asking)
    return (
      <AskDialog
        title="Close without the key?"
        about="It has not been copied, and it cannot be shown again. You would have to revoke it and make another one."
        safe="Back to the key"
        act="Close anyway"
        onAct={onClose}
        onClose={() => setAsking(false)}
      />
    );
  const Icon = copied ? Check : Copy;
  return (
    <Dialog
      title={`The key “${name}”`}
      className="dlg hook-dlg"
      about={
        <p>Put it where your program keeps its secrets, for example into a variable of its environment.</p>
      }
      onClose={leave}
      focusFirst=".hook-secret .key"
    >
      <div className="hook-secret">
        <p className="small hook-secret-lab" id="shown-key-lab">
          API key
        </p>
        <div className="copy" onCopy={() => setKept(true)}>
          <span aria-labelledby="shown-key-lab">{secret}</span>
          <Key size="sm" kind="primary" onClick={copy}>
            <Icon className="i" aria-hidden="true" />
            {copied ? 'Copied' : 'Copy'}
          </Key>
        </div>
      </div>
      <p className="banner canary">
        <TriangleAlert className="i" aria-hidden="true" />
        <span>
          <b>It is shown only now.</b> Whoever has it can do what it may do, in your name: never put it into a
          web page, an app or a repository.
        </span>
      </p>
      <div className="dlg-keys">
        <Key onClick={leave}>Done</Key>
      </div>
    </Dialog>
  );
}
