import { useState } from 'react';

import { FormDialog } from '#app/components/dialog.tsx';
import { Field } from '#app/components/field.tsx';
import { TextField } from '#app/components/text-field.tsx';
import { InputError } from '#app/lib/error-message.ts';
import { callRpc } from '#app/lib/rpc/call-rpc.ts';
import { useAction } from '#app/lib/rpc/use-rpc-mutation.ts';
import { ConfirmationLinkButton } from '#app/lib/session/confirmation-link.tsx';
import type { PageSummary } from '#domain/rpc-contract.ts';
import type { SellerDomain } from '#domain/seller-domain.ts';

import { LocalDomainHint } from './domains-empty-state.tsx';
import { getDefaultPageId, getPageOptions, PageSelect } from './page-select.tsx';
import { useDomainUpdate } from './use-domains.ts';

type Props = {
  pages: readonly PageSummary[];
  domains: readonly SellerDomain[];
  isLocal: boolean;
  onAdded: (domain: SellerDomain) => void;
  onClose: () => void;
};

/** Adds a domain with the page at its root. The input is kept until the request succeeds. */
export function AddDomainDialog({ pages, domains, isLocal, onAdded, onClose }: Props) {
  const [host, setHost] = useState('');
  const [selectedPageId, setSelectedPageId] = useState<string | null>(null);
  const { onSuccess, ...options } = useDomainUpdate();
  const pageId = selectedPageId ?? getDefaultPageId(pages, domains);
  const { busy, error, code, run, clear } = useAction(
    async () => {
      if (!host.trim()) throw new InputError('Type the name of a domain that is yours, such as pay.example.com.');
      return callRpc('add-domain', { host, ...(pageId ? { pageId } : {}) });
    },
    {
      ...options,
      onSuccess: (response) => {
        onSuccess(response);
        onAdded(response.domain);
        onClose();
      },
    },
  );
  return (
    <FormDialog
      className="dlg add-domain-dialog"
      title="Add a domain"
      submitLabel="Add domain"
      busyLabel={busy && 'Adding...'}
      onSubmit={() => void run()}
      onInput={clear}
      onClose={onClose}
    >
      <TextField
        label="Domain"
        inputMode="url"
        autoComplete="off"
        value={host}
        onValueChange={setHost}
        error={error}
        hint={
          <>
            A whole domain (example.com) or a part of one (pay.example.com). A part leaves the site that you have alone.
            <LocalDomainHint isLocal={isLocal} />
          </>
        }
      />
      <ConfirmationLinkButton code={code} />
      <Field label="Page" hint="It stands at the domain’s root. You can change it at any time.">
        {(fieldProps) => (
          <PageSelect
            fieldProps={fieldProps}
            value={pageId}
            pageOptions={getPageOptions(pages, domains, null)}
            onChange={setSelectedPageId}
          />
        )}
      </Field>
    </FormDialog>
  );
}
