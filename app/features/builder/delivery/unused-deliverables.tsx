import { Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';

import { Button } from '#app/components/button.tsx';
import { AlertDialog } from '#app/components/dialog.tsx';
import { DELIVERABLE_ICONS } from '#app/lib/deliverable-kinds.ts';
import { useRpcMutation } from '#app/lib/rpc/use-rpc-mutation.ts';
import { builderDeliveryMessages } from '#content/messages/builder-delivery.ts';
import { rpcErrorTitles } from '#content/messages/rpc-errors.ts';
import { MAX_DELIVERABLES, type Deliverable } from '#domain/deliverable.ts';

import { Group } from '../fields/builder-field.tsx';
import { useBuilder, useConfigValue } from '../state/builder-context.ts';

const messages = builderDeliveryMessages.unused;

type DeleteDialogProps = { deliverable: Deliverable; onClose: () => void };

function DeleteDialog({ deliverable: { id, name }, onClose }: DeleteDialogProps) {
  const { busy, run } = useRpcMutation('remove-deliverable', {
    failureTitle: rpcErrorTitles['remove-deliverable'],
    invalidates: ['list-deliverables', 'list-files'],
    onSuccess: onClose,
    onError: onClose,
  });
  return (
    <AlertDialog
      title={messages.confirm.title({ name })}
      description={messages.confirm.description}
      cancelLabel={messages.confirm.cancel}
      confirmLabel={messages.confirm.confirm}
      busyLabel={busy && messages.confirm.busy}
      onConfirm={() => void run({ deliverableId: id })}
      onClose={onClose}
    />
  );
}

/** Deliverables of the page that its draft does not name: removed ones, and those of programs. */
export function UnusedDeliverables({ onAdded }: { onAdded: () => void }) {
  const { deliverables } = useBuilder().delivery;
  const [items, setItems] = useConfigValue('delivery.items');
  const [deleted, setDeleted] = useState<Deliverable | null>(null);
  const unused = deliverables?.filter(({ id }) => !items.some((item) => item.id === id)) ?? [];
  if (unused.length === 0) return null;
  return (
    <Group title={messages.title}>
      <p className="hint">{messages.hint}</p>
      <ul className="entry-list">
        {unused.map((deliverable) => {
          const { id, name, kind } = deliverable;
          const Icon = DELIVERABLE_ICONS[kind];
          return (
            <li key={id}>
              <div className="entry-list__entry unused-deliverable">
                <span className="unused-deliverable__name">
                  <Icon className="i" aria-hidden="true" />
                  <span className="break-anywhere" dir="auto">
                    {name}
                  </span>
                </span>
                <span className="button-row">
                  {items.length < MAX_DELIVERABLES && (
                    <Button
                      size="sm"
                      Icon={Plus}
                      aria-label={messages.addLabel({ name })}
                      onClick={() => {
                        setItems([...items, { id, offeredWith: null }]);
                        onAdded();
                      }}
                    >
                      {messages.add}
                    </Button>
                  )}
                  <Button
                    size="sm"
                    Icon={Trash2}
                    variant="bare"
                    aria-label={messages.deleteLabel({ name })}
                    onClick={() => setDeleted(deliverable)}
                  >
                    {messages.delete}
                  </Button>
                </span>
              </div>
            </li>
          );
        })}
      </ul>
      {deleted && <DeleteDialog deliverable={deleted} onClose={() => setDeleted(null)} />}
    </Group>
  );
}
