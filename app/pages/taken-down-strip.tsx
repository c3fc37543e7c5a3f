import { Ban } from 'lucide-react';

import { SITE } from '#content/site.ts';
import type { PageSummary } from '#domain/calls.ts';

import { nameOf } from './page-look.ts';

/** Banner for pages that the operator suspended, with the reasons. */
export function TakenDownStrip({ pages }: { pages: readonly PageSummary[] }) {
  const down = pages.flatMap((page) => (page.hold?.kind === 'suspended' ? [{ page, hold: page.hold }] : []));
  if (down.length === 0) return null;
  return (
    <aside aria-label="Taken down" className="banner pink pages-strip">
      <Ban className="i" aria-hidden="true" />
      <div>
        {down.map(({ page, hold }) => (
          <p key={page.id} dir="auto">
            <b>“{nameOf(page)}” was taken down.</b> {hold.reason}
          </p>
        ))}
        <p>
          Buyers read that {down.length === 1 ? 'it is' : 'they are'} gone. Orders and subscriptions go on;
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
