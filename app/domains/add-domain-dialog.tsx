import { useState, type FormEvent } from 'react';

import { ConfirmationLinkButton } from '#app/session/confirmation-link.tsx';
import { useProof } from '#app/session/use-proof.ts';
import { Dialog } from '#app/ui/dialog.tsx';
import { Field } from '#app/ui/field.tsx';
import { Key } from '#app/ui/key.tsx';
import type { PageSummary } from '#domain/calls.ts';
import type { SellerDomain } from '#domain/seller-domain.ts';

import { LocalHint } from './local-hint.tsx';
import { firstChoice, pageChoices } from './page-choices.ts';
import { PageSelect } from './page-select.tsx';

const NOTHING_TYPED = 'Type the name of a domain that is yours, such as pay.example.com.';

type Props = {
  pages: readonly PageSummary[];
  domains: readonly SellerDomain[];
  ownMachine: boolean;
  onAdd: (typed: { host: string; pageId?: string }) => Promise<unknown>;
  onClose: () => void;
};

/** Adds a domain with the page at its root. The input is kept until the request succeeds. */
export function AddDomainDialog({ pages, domains, ownMachine, onAdd, onClose }: Props) {
  const [host, setHost] = useState('');
  const [chosen, setChosen] = useState<string | null>(null);
  const [missing, setMissing] = useState(false);
  const { busy, problem, code, prove, clear } = useProof();
  const pageId = chosen ?? firstChoice(pages, domains);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setMissing(host.trim() === '');
    if (busy || host.trim() === '') return;
    if (await prove(() => onAdd({ host, ...(pageId ? { pageId } : {}) }))) onClose();
  };
  return (
    <Dialog title="Add a domain" onClose={onClose} focusFirst="input">
      <form className="dom-form" noValidate onSubmit={(event) => void submit(event)}>
        <Field
          label="Domain"
          error={missing ? NOTHING_TYPED : problem}
          hint={
            <>
              A whole domain (example.com) or a part of one (pay.example.com). A part leaves the site that you
              have alone.
              <LocalHint ownMachine={ownMachine} />
            </>
          }
        >
          {(wiring) => (
            <input
              {...wiring}
              className="in"
              type="text"
              inputMode="url"
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              value={host}
              onChange={(event) => {
                setHost(event.target.value);
                setMissing(false);
                clear();
              }}
            />
          )}
        </Field>
        <ConfirmationLinkButton code={code} />
        <Field label="Page" hint="It stands at the domain’s root. You can change it at any time.">
          {(wiring) => (
            <PageSelect
              wiring={wiring}
              value={pageId}
              choices={pageChoices(pages, domains, null)}
              onChange={setChosen}
            />
          )}
        </Field>
        <div className="dlg-keys">
          <Key onClick={onClose}>Cancel</Key>
          <Key type="submit" kind="primary" busy={busy && 'Adding...'}>
            Add domain
          </Key>
        </div>
      </form>
    </Dialog>
  );
}
