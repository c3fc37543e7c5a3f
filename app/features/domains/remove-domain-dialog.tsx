import { useState } from 'react';

import { AlertDialog } from '#app/components/dialog.tsx';
import { toast } from '#app/components/toast.tsx';
import { useErrorToast } from '#app/lib/use-error-toast.ts';
import type { SellerDomain } from '#domain/seller-domain.ts';

import { isServing } from './domain-display.ts';

function Consequences({ domain }: { domain: SellerDomain }) {
  const { name, page, records } = domain;
  return (
    <>
      <p>
        {isServing(domain) ? (
          <>
            Whoever opens <b>{name}</b> sees an error from then on, also through QR codes and links that you made with
            it.
          </>
        ) : (
          'It is not live, so that no buyer notices.'
        )}
      </p>
      <p>
        {page ? (
          <>
            “<bdi>{page.name || 'Untitled page'}</bdi>” goes on selling at its own address, and QR codes and links with
            that address go on working.
          </>
        ) : (
          'Your pages stay as they are.'
        )}
        {records.length > 0 && ' You can delete its records at your registrar afterwards.'}
      </p>
    </>
  );
}

type Props = { domain: SellerDomain; onRemove: (domainId: string) => Promise<void>; onClose: () => void };

export function RemoveDomainDialog({ domain, onRemove, onClose }: Props) {
  const [busy, setBusy] = useState(false);
  const showErrorToast = useErrorToast();
  const remove = async () => {
    setBusy(true);
    try {
      await onRemove(domain.id);
      toast({ title: 'Domain removed', message: domain.name });
      onClose();
    } catch (error) {
      showErrorToast(error, 'The domain was not removed');
      setBusy(false);
    }
  };
  return (
    <AlertDialog
      title={<>Remove {domain.name}?</>}
      description={<Consequences domain={domain} />}
      cancelLabel="Keep the domain"
      confirmLabel="Remove domain"
      busyLabel={busy && 'Removing...'}
      onConfirm={() => void remove()}
      onClose={onClose}
    />
  );
}
