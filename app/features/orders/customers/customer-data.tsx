import { Download, Trash2 } from 'lucide-react';

import { Button } from '#app/components/button.tsx';
import { DialogButton } from '#app/components/dialog.tsx';
import { downloadBlob } from '#app/components/utils/download-blob.ts';
import { loadOnDemand } from '#app/components/utils/load-on-demand.tsx';
import { useRpcMutation } from '#app/lib/rpc/use-rpc-mutation.ts';
import { customerMessages } from '#content/messages/customers.ts';
import type { Customer } from '#domain/customer.ts';

import { OrderSection } from '../order-section.tsx';

const DeleteCustomerDialog = loadOnDemand(
  async () => (await import('./delete-customer-dialog.tsx')).DeleteCustomerDialog,
);

type Props = { customer: Customer };

/** Downloads everything that is stored about the customer as a JSON file. */
function DownloadButton({ customer: { id } }: Props) {
  const messages = customerMessages.data;
  const { busy, run } = useRpcMutation('export-customer', {
    failureTitle: messages.downloadFailure,
    onSuccess: (data) => {
      const json = JSON.stringify(data, null, 2);
      downloadBlob(new Blob([json], { type: 'application/json' }), `customer-${id}.json`);
    },
  });
  return (
    <Button
      Icon={Download}
      size="sm"
      busyLabel={busy && messages.downloading}
      onClick={() => void run({ customerId: id })}
    >
      {messages.download}
    </Button>
  );
}

/** What the seller does when a person asks for their data or for its deletion. */
export function CustomerData({ customer }: Props) {
  const messages = customerMessages.data;
  return (
    <OrderSection id="customer-data" title={messages.title}>
      <p className="muted small">{messages.text}</p>
      <div className="customer-data__actions">
        <DownloadButton customer={customer} />
        {customer.activeSubscriptions === 0 && (
          <DialogButton
            Icon={Trash2}
            size="sm"
            renderDialog={(onClose) => <DeleteCustomerDialog customer={customer} onClose={onClose} />}
          >
            {messages.delete}
          </DialogButton>
        )}
      </div>
      {customer.activeSubscriptions > 0 && <p className="small faint customer-data__hint">{messages.subscribed}</p>}
    </OrderSection>
  );
}
