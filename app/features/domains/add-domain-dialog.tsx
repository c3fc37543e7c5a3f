import { useState, type FormEvent } from 'react';

import { Button } from '#app/components/button.tsx';
import { Dialog } from '#app/components/dialog.tsx';
import { Field } from '#app/components/field.tsx';
import { useRpcMutation } from '#app/lib/rpc/use-rpc-mutation.ts';
import { ConfirmationLinkButton } from '#app/lib/session/confirmation-link.tsx';
import type { PageSummary } from '#domain/rpc-contract.ts';
import type { SellerDomain } from '#domain/seller-domain.ts';

import { LocalDomainHint } from './domains-empty-state.tsx';
import { getDefaultPageId, getPageOptions, PageSelect } from './page-select.tsx';
import { useDomainUpdate } from './use-domains.ts';

const MISSING_DOMAIN_ERROR = 'Type the name of a domain that is yours, such as pay.example.com.';

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
  const [isMissing, setIsMissing] = useState(false);
  const { onSuccess, ...options } = useDomainUpdate();
  const { busy, error, code, run, clear } = useRpcMutation('add-domain', {
    ...options,
    onSuccess: (response) => {
      onSuccess(response);
      onAdded(response.domain);
      onClose();
    },
  });
  const pageId = selectedPageId ?? getDefaultPageId(pages, domains);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setIsMissing(host.trim() === '');
    if (host.trim() !== '') void run({ host, ...(pageId ? { pageId } : {}) });
  };
  return (
    <Dialog title="Add a domain" onClose={onClose} initialFocus="input">
      <form className="add-domain-dialog__form" noValidate onSubmit={submit}>
        <Field
          label="Domain"
          error={isMissing ? MISSING_DOMAIN_ERROR : error}
          hint={
            <>
              A whole domain (example.com) or a part of one (pay.example.com). A part leaves the site that you have
              alone.
              <LocalDomainHint isLocal={isLocal} />
            </>
          }
        >
          {(fieldProps) => (
            <input
              {...fieldProps}
              className="in"
              type="text"
              inputMode="url"
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              value={host}
              onChange={(event) => {
                setHost(event.target.value);
                setIsMissing(false);
                clear();
              }}
            />
          )}
        </Field>
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
        <div className="dialog__actions">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" busyLabel={busy && 'Adding...'}>
            Add domain
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
