import { Trash2 } from 'lucide-react';

import { AlertDialog, DialogButton } from '#app/components/dialog.tsx';
import { formatCount } from '#app/components/utils/reader-formats.ts';
import { useRpcMutation } from '#app/lib/rpc/use-rpc-mutation.ts';
import { licenseMessages } from '#content/messages/licenses.ts';
import type { DeliveryRpc } from '#domain/delivery-rpc.ts';

const messages = licenseMessages.removeUnused;

type KeyDeliverable = DeliveryRpc['list-licenses']['response']['deliverables'][number];

type DialogProps = { deliverable: KeyDeliverable; count: number; onClose: () => void };

function RemoveUnusedKeysDialog({ deliverable: { id, name }, count, onClose }: DialogProps) {
  const { busy, run } = useRpcMutation('remove-unused-keys', {
    failureTitle: messages.failed,
    success: ({ removed }) => ({ title: messages.done({ count: removed, text: formatCount(removed) }) }),
    invalidates: ['list-licenses'],
    onSuccess: onClose,
  });
  return (
    <AlertDialog
      title={messages.title({ name })}
      description={<p>{messages.text({ count, text: formatCount(count) })}</p>}
      cancelLabel={messages.cancel}
      confirmLabel={messages.confirm}
      busyLabel={busy && messages.busy}
      onConfirm={() => void run({ deliverableId: id })}
      onClose={onClose}
    />
  );
}

/** Removes the unused keys of the list that the screen is filtered by. Nothing without one. */
export function RemoveUnusedKeysButton({ deliverable }: { deliverable: KeyDeliverable | undefined }) {
  const count = deliverable?.unusedKeys ?? 0;
  if (!deliverable || count === 0) return null;
  return (
    <DialogButton
      Icon={Trash2}
      renderDialog={(onClose) => <RemoveUnusedKeysDialog deliverable={deliverable} count={count} onClose={onClose} />}
    >
      {messages.button}
    </DialogButton>
  );
}
