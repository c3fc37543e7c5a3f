import { useState } from 'react';
import { Link } from 'react-router';

import { Field } from '#app/components/field.tsx';
import { toast } from '#app/components/toast.tsx';
import { useErrorToast } from '#app/lib/use-error-toast.ts';
import type { SellerDomain } from '#domain/seller-domain.ts';

import type { PageOption } from './page-options.ts';
import { PageSelect } from './page-select.tsx';

type Props = {
  domain: SellerDomain;
  pageOptions: readonly PageOption[];
  onSelectPage: (pageId: string | null) => Promise<unknown>;
};

/** Selects the page at the root; the change is saved immediately. */
export function DomainPageField({ domain: { name, page }, pageOptions, onSelectPage }: Props) {
  const [busy, setBusy] = useState(false);
  const showErrorToast = useErrorToast();
  const handleChange = async (pageId: string) => {
    setBusy(true);
    try {
      await onSelectPage(pageId || null);
      toast({ title: pageId ? 'Page chosen' : 'No page at the domain', message: name });
    } catch (error) {
      showErrorToast(error, 'The page was not chosen');
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
      {(fieldProps) => (
        <PageSelect
          fieldProps={{ ...fieldProps }}
          value={page?.id ?? ''}
          currentPage={page}
          pageOptions={pageOptions}
          disabled={busy}
          onChange={(pageId) => void handleChange(pageId)}
        />
      )}
    </Field>
  );
}
