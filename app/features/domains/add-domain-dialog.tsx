import { useState } from 'react';

import { FormDialog } from '#app/components/dialog.tsx';
import { Field } from '#app/components/field.tsx';
import { TextField } from '#app/components/text-field.tsx';
import { InputError } from '#app/lib/error-message.ts';
import { callRpc } from '#app/lib/rpc/call-rpc.ts';
import { useAction } from '#app/lib/rpc/use-rpc-mutation.ts';
import { ConfirmationLinkButton } from '#app/lib/session/confirmation-link.tsx';
import { addDomainMessages } from '#content/messages/add-domain.ts';
import type { PageSummary } from '#domain/rpc-contract.ts';
import type { SellerDomain } from '#domain/seller-domain.ts';

import { LocalDomainHint } from './domains-empty-state.tsx';
import { getDefaultPageId, getPageOptions, PageSelect } from './page-select.tsx';
import { useDomainUpdate } from './use-domains.ts';

const messages = addDomainMessages;

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
      if (!host.trim()) throw new InputError(messages.missing);
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
      title={messages.title}
      submitLabel={messages.submit}
      busyLabel={busy && messages.busy}
      onSubmit={() => void run()}
      onInput={clear}
      onClose={onClose}
    >
      <TextField
        label={messages.domainLabel}
        inputMode="url"
        autoComplete="off"
        value={host}
        onValueChange={setHost}
        error={error}
        hint={
          <>
            {messages.domainHint}
            <LocalDomainHint isLocal={isLocal} />
          </>
        }
      />
      <ConfirmationLinkButton code={code} />
      <Field label={messages.pageLabel} hint={messages.pageHint}>
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
