import { AlertDialog } from '#app/components/dialog.tsx';
import { useRpcMutation } from '#app/lib/rpc/use-rpc-mutation.ts';
import { builderDeliveryMessages } from '#content/messages/builder-delivery.ts';
import { rpcErrorTitles } from '#content/messages/rpc-errors.ts';
import type { Deliverable } from '#domain/deliverable.ts';

const messages = builderDeliveryMessages.keys.remove;

type Props = { deliverable: Deliverable; onClose: () => void };

/** Asks before the keys of a list that are not sold yet are deleted. */
export function RemoveKeysDialog({ deliverable: { id, unusedKeys }, onClose }: Props) {
  const { busy, run } = useRpcMutation('remove-unused-keys', {
    failureTitle: rpcErrorTitles['remove-unused-keys'],
    success: ({ removed }) => ({ title: messages.removed({ count: removed }) }),
    invalidates: ['list-deliverables'],
    onSuccess: onClose,
  });
  return (
    <AlertDialog
      title={messages.title({ count: unusedKeys ?? 0 })}
      description={messages.description}
      cancelLabel={messages.cancel}
      confirmLabel={messages.confirm}
      busyLabel={busy && messages.busy}
      onConfirm={() => void run({ deliverableId: id })}
      onClose={onClose}
    />
  );
}
