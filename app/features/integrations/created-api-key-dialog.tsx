import { Check, Copy, TriangleAlert } from 'lucide-react';
import { useState } from 'react';

import { Button } from '#app/components/button.tsx';
import { useCopy } from '#app/components/copy-button.tsx';
import { AlertDialog, Dialog } from '#app/components/dialog.tsx';

type Props = { name: string; secret: string; onClose: () => void };

/** Shows a new API key once. Closing without copying requires a confirmation. */
export function CreatedKeyDialog({ name, secret, onClose }: Props) {
  const { copied, copy } = useCopy(secret);
  const [wasCopied, setWasCopied] = useState(false);
  const [isConfirming, setIsConfirming] = useState(false);
  if (copied && !wasCopied) setWasCopied(true);
  const handleClose = () => (wasCopied ? onClose() : setIsConfirming(true));
  if (isConfirming)
    return (
      <AlertDialog
        title="Close without the key?"
        description="It has not been copied, and it cannot be shown again. You would have to revoke it and make another one."
        cancelLabel="Back to the key"
        confirmLabel="Close anyway"
        onConfirm={onClose}
        onClose={() => setIsConfirming(false)}
      />
    );
  const Icon = copied ? Check : Copy;
  return (
    <Dialog
      title={`The key “${name}”`}
      className="dlg hook-dlg"
      description={<p>Put it where your program keeps its secrets, for example into a variable of its environment.</p>}
      onClose={handleClose}
      initialFocus=".hook-secret .key"
    >
      <div className="hook-secret">
        <p className="small hook-secret-lab" id="shown-key-lab">
          API key
        </p>
        <div className="copy" onCopy={() => setWasCopied(true)}>
          <span aria-labelledby="shown-key-lab">{secret}</span>
          <Button Icon={Icon} size="sm" variant="primary" onClick={copy}>
            {copied ? 'Copied' : 'Copy'}
          </Button>
        </div>
      </div>
      <p className="banner canary">
        <TriangleAlert className="i" aria-hidden="true" />
        <span>
          <b>It is shown only now.</b> Whoever has it can do what it may do, in your name: never put it into a web page,
          an app or a repository.
        </span>
      </p>
      <div className="dlg-keys">
        <Button onClick={handleClose}>Done</Button>
      </div>
    </Dialog>
  );
}
