import { KeyRound, Trash2 } from 'lucide-react';

import { DialogButton } from '#app/components/dialog.tsx';
import { ImportKeysDialog } from '#app/lib/import-keys-dialog.tsx';
import { RemoveUnusedKeysDialog } from '#app/lib/remove-unused-keys-dialog.tsx';
import { licenseMessages } from '#content/messages/licenses.ts';
import type { DeliveryRpc } from '#domain/delivery-rpc.ts';

type KeyDeliverable = DeliveryRpc['list-licenses']['response']['deliverables'][number];

type ImportProps = { deliverables: readonly KeyDeliverable[]; selectedId: string | null };

/** Opens the import. Nothing while the seller has no list of keys. */
export function ImportKeysButton({ deliverables, selectedId }: ImportProps) {
  const lists = deliverables.filter(({ unusedKeys }) => unusedKeys !== null);
  if (lists.length === 0) return null;
  return (
    <DialogButton
      variant="primary"
      Icon={KeyRound}
      renderDialog={(onClose) => <ImportKeysDialog lists={lists} selectedId={selectedId} onClose={onClose} />}
    >
      {licenseMessages.import.button}
    </DialogButton>
  );
}

/** Removes the unused keys of the list that the screen is filtered by. Nothing without one. */
export function RemoveUnusedKeysButton({ deliverable }: { deliverable: KeyDeliverable | undefined }) {
  if (!deliverable?.unusedKeys) return null;
  return (
    <DialogButton
      Icon={Trash2}
      renderDialog={(onClose) => <RemoveUnusedKeysDialog deliverable={deliverable} onClose={onClose} />}
    >
      {licenseMessages.removeUnused.button}
    </DialogButton>
  );
}
