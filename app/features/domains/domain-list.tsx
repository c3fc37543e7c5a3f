import { useState } from 'react';

import type { PageSummary } from '#domain/rpc-contract.ts';
import type { SellerDomain } from '#domain/seller-domain.ts';

import { needsAction } from './domain-display.ts';
import { DomainRow } from './domain-row.tsx';
import { getPageOptions } from './page-options.ts';
import { RemoveDomainDialog } from './remove-domain-dialog.tsx';
import type { Domains } from './use-domains.ts';

type Props = {
  domains: readonly SellerDomain[];
  /** Ids of domains added in this session; they are expanded. */
  newDomainIds: readonly string[];
  pages: readonly PageSummary[];
} & Pick<Domains, 'runAction' | 'remove'>;

/** List of domains. Domains that need action are expanded initially. */
export function DomainList({ domains, newDomainIds, pages, runAction, remove }: Props) {
  const [expandedById, setExpandedById] = useState<Readonly<Record<string, boolean>>>({});
  const [initiallyOpen] = useState(() => new Set(domains.filter(needsAction).map(({ id }) => id)));
  const [removingId, setRemovingId] = useState<string | null>(null);
  const isOpen = ({ id }: SellerDomain): boolean =>
    expandedById[id] ?? (initiallyOpen.has(id) || newDomainIds.includes(id));
  const domainToRemove = domains.find(({ id }) => id === removingId);
  return (
    <>
      <ul className="sheet dom-list" aria-label="Domains">
        {domains.map((domain) => (
          <DomainRow
            key={domain.id}
            domain={domain}
            pageOptions={getPageOptions(pages, domains, domain.id)}
            isOpen={isOpen(domain)}
            onToggle={() => setExpandedById({ ...expandedById, [domain.id]: !isOpen(domain) })}
            onCheck={() => runAction('check-domain', { domainId: domain.id })}
            onSelectPage={(pageId) => runAction('set-domain-page', { domainId: domain.id, pageId })}
            onRemove={() => setRemovingId(domain.id)}
          />
        ))}
      </ul>
      {domainToRemove && (
        <RemoveDomainDialog domain={domainToRemove} onRemove={remove} onClose={() => setRemovingId(null)} />
      )}
    </>
  );
}
