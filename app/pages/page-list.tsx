import { CircleDot, FilePenLine, Pencil } from 'lucide-react';
import { Link } from 'react-router';

import { Badge, type BadgeLook } from '#app/ui/badge.tsx';
import { CopyAddress } from '#app/ui/copy-key.tsx';
import { UtcTime } from '#app/ui/utc-time.tsx';
import type { PageState, PageSummary } from '#domain/calls.ts';

const LOOKS: Record<PageState, BadgeLook> = {
  draft: { label: 'Draft', tint: 'canary', Icon: Pencil },
  published: { label: 'Published', tint: 'mint', Icon: CircleDot },
  changed: { label: 'Unpublished changes', tint: 'canary', Icon: FilePenLine },
};

function PageRow({ page }: { page: PageSummary }) {
  return (
    <li className="page-row">
      <div className="page-name">
        <h2 className="h3">
          <Link to={`/builder?page=${page.id}`}>{page.name.trim() || 'Untitled page'}</Link>
        </h2>
        {page.url ? <CopyAddress url={page.url} /> : <p className="small faint">Not published yet</p>}
      </div>
      <div className="page-state">
        <Badge {...LOOKS[page.state]} />
      </div>
      <p className="page-price num">{page.priceText || <span className="faint">No price yet</span>}</p>
      <p className="page-edited small muted">
        <span className="narrow-word">Edited </span>
        <UtcTime iso={page.updatedAt} />
      </p>
    </li>
  );
}

/** Each row opens its page in the builder. */
export function PageList({ pages }: { pages: readonly PageSummary[] }) {
  return (
    <div className="sheet">
      <div className="page-row page-columns" aria-hidden="true">
        <span>Name and address</span>
        <span>State</span>
        <span className="page-price">Price</span>
        <span className="page-edited">Edited</span>
      </div>
      <ul>
        {pages.map((page) => (
          <PageRow key={page.id} page={page} />
        ))}
      </ul>
    </div>
  );
}
