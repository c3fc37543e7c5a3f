import { AlertDialog } from '#app/components/dialog.tsx';
import { formatCount } from '#app/components/utils/reader-formats.ts';
import { useRpcMutation } from '#app/lib/rpc/use-rpc-mutation.ts';
import { licenseMessages } from '#content/messages/licenses.ts';
import type { Deliverable } from '#domain/deliverable.ts';

const messages = licenseMessages.removeUnused;

type Props = { deliverable: Pick<Deliverable, 'id' | 'name' | 'unusedKeys'>; onClose: () => void };

/** Asks before the keys of a list that are not sold yet are removed. */
export function RemoveUnusedKeysDialog({ deliverable: { id, name, unusedKeys }, onClose }: Props) {
  const count = unusedKeys ?? 0;
  const { busy, run } = useRpcMutation('remove-unused-keys', {
    failureTitle: messages.failed,
    success: ({ removed }) => ({ title: messages.done({ count: removed, text: formatCount(removed) }) }),
    invalidates: ['list-licenses', 'list-deliverables'],
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
