import { Ban } from 'lucide-react';

import { SITE } from '#content/site.ts';
import type { PageSummary } from '#domain/calls.ts';

import { getPageName } from './page-look.ts';

/** Banner for pages that the operator suspended, with the reasons. */
export function SuspendedPagesBanner({ pages }: { pages: readonly PageSummary[] }) {
  const suspendedPages = pages.flatMap((page) => (page.hold?.kind === 'suspended' ? [{ page, hold: page.hold }] : []));
  if (suspendedPages.length === 0) return null;
  return (
    <aside aria-label="Taken down" className="banner pink pages-strip">
      <Ban className="i" aria-hidden="true" />
      <div>
        {suspendedPages.map(({ page, hold }) => (
          <p key={page.id} dir="auto">
            <b>“{getPageName(page)}” was taken down.</b> {hold.reason}
          </p>
        ))}
        <p>
          Buyers read that {suspendedPages.length === 1 ? 'it is' : 'they are'} gone. Orders and subscriptions go on;
          you cannot publish any page until this is settled. Write to{' '}
          <a className="link" href={`mailto:${SITE.supportEmail}`}>
            {SITE.supportEmail}
          </a>
          .
        </p>
      </div>
    </aside>
  );
}
