import { useState } from 'react';

import { useFailToast } from '#app/session/use-fail-toast.ts';
import { AskDialog } from '#app/ui/dialog.tsx';
import { toast } from '#app/ui/toast.tsx';
import type { SellerDomain } from '#domain/seller-domain.ts';

import { answers } from './domain-look.ts';

function Consequences({ domain }: { domain: SellerDomain }) {
  const { name, page, records } = domain;
  return (
    <>
      <p>
        {answers(domain) ? (
          <>
            Whoever opens <b>{name}</b> sees an error from then on, also through QR codes and links that you
            made with it.
          </>
        ) : (
          'It is not live, so that no buyer notices.'
        )}
      </p>
      <p>
        {page ? (
          <>
            “<bdi>{page.name || 'Untitled page'}</bdi>” goes on selling at its own address, and QR codes and
            links with that address go on working.
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
  const failToast = useFailToast();
  const remove = async () => {
    setBusy(true);
    try {
      await onRemove(domain.id);
      toast({ title: 'Domain removed', message: domain.name });
      onClose();
    } catch (error) {
      failToast(error, 'The domain was not removed');
      setBusy(false);
    }
  };
  return (
    <AskDialog
      title={<>Remove {domain.name}?</>}
      about={<Consequences domain={domain} />}
      safe="Keep the domain"
      act="Remove domain"
      busy={busy && 'Removing...'}
      onAct={() => void remove()}
      onClose={onClose}
    />
  );
}
