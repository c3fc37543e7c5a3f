import { useState } from 'react';

import type { PageSummary } from '#domain/calls.ts';
import type { SellerDomain } from '#domain/seller-domain.ts';

import { needsCare } from './domain-look.ts';
import { DomainRow } from './domain-row.tsx';
import { pageChoices } from './page-choices.ts';
import { RemoveDomainDialog } from './remove-domain-dialog.tsx';
import type { Domains } from './use-domains.ts';

type Props = {
  domains: readonly SellerDomain[];
  /** Ids of domains added in this session; they are expanded. */
  fresh: readonly string[];
  pages: readonly PageSummary[];
} & Pick<Domains, 'act' | 'remove'>;

/** List of domains. Domains that need action are expanded initially. */
export function DomainList({ domains, fresh, pages, act, remove }: Props) {
  const [turned, setTurned] = useState<Readonly<Record<string, boolean>>>({});
  const [opened] = useState(() => new Set(domains.filter(needsCare).map(({ id }) => id)));
  const [removing, setRemoving] = useState<string | null>(null);
  const isOpen = ({ id }: SellerDomain): boolean => turned[id] ?? (opened.has(id) || fresh.includes(id));
  const leaving = domains.find(({ id }) => id === removing);
  return (
    <>
      <ul className="sheet dom-list" aria-label="Domains">
        {domains.map((domain) => (
          <DomainRow
            key={domain.id}
            domain={domain}
            choices={pageChoices(pages, domains, domain.id)}
            open={isOpen(domain)}
            onTurn={() => setTurned({ ...turned, [domain.id]: !isOpen(domain) })}
            onCheck={() => act('check-domain', { domainId: domain.id })}
            onChoose={(pageId) => act('set-domain-page', { domainId: domain.id, pageId })}
            onRemove={() => setRemoving(domain.id)}
          />
        ))}
      </ul>
      {leaving && <RemoveDomainDialog domain={leaving} onRemove={remove} onClose={() => setRemoving(null)} />}
    </>
  );
}
