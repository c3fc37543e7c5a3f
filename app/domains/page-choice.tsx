import { useState } from 'react';
import { Link } from 'react-router';

import { useFailToast } from '#app/session/use-fail-toast.ts';
import { Field } from '#app/ui/field.tsx';
import { toast } from '#app/ui/toast.tsx';
import type { SellerDomain } from '#domain/seller-domain.ts';

import type { PageChoice } from './page-choices.ts';
import { PageSelect } from './page-select.tsx';

type Props = {
  domain: SellerDomain;
  choices: readonly PageChoice[];
  onChoose: (pageId: string | null) => Promise<unknown>;
};

/** Selects the page at the root; the change is saved immediately. */
export function PageChoiceField({ domain: { name, page }, choices, onChoose }: Props) {
  const [busy, setBusy] = useState(false);
  const failToast = useFailToast();
  const choose = async (pageId: string) => {
    setBusy(true);
    try {
      await onChoose(pageId || null);
      toast({ title: pageId ? 'Page chosen' : 'No page at the domain', message: name });
    } catch (error) {
      failToast(error, 'The page was not chosen');
    } finally {
      setBusy(false);
    }
  };
  return (
    <Field
      label="Page at its root"
      aside={
        page && (
          <Link className="link small" to={`/builder?page=${page.id}`}>
            Open in the builder
          </Link>
        )
      }
      hint="The page’s own address goes on working, and so do QR codes with it."
    >
      {(wiring) => (
        <PageSelect
          wiring={{ ...wiring }}
          value={page?.id ?? ''}
          held={page}
          choices={choices}
          disabled={busy}
          onChange={(pageId) => void choose(pageId)}
        />
      )}
    </Field>
  );
}
