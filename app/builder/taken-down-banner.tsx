import { Ban } from 'lucide-react';

import { SITE } from '#content/site.ts';
import type { PageSuspension } from '#domain/page-guard.ts';

/** Reports that the operator suspended the page, with the reason. */
export function PageSuspendedBanner({ suspension }: { suspension: PageSuspension | null }) {
  if (suspension?.kind !== 'suspended') return null;
  return (
    <aside aria-label="Taken down" className="banner pink b-strip">
      <Ban className="i" aria-hidden="true" />
      <div dir="auto">
        <b>This page was taken down.</b> {suspension.reason} It can be edited, and not published. Write to{' '}
        <a className="link" href={`mailto:${SITE.supportEmail}`}>
          {SITE.supportEmail}
        </a>
        .
      </div>
    </aside>
  );
}
