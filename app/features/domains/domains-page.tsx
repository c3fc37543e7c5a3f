import { Plus } from 'lucide-react';
import { useState } from 'react';

import { Button } from '#app/components/button.tsx';
import { AlertDialog } from '#app/components/dialog.tsx';
import { toast } from '#app/components/toast.tsx';
import { QueryBoundary } from '#app/lib/rpc/query-boundary.tsx';
import { useRpcMutation } from '#app/lib/rpc/use-rpc-mutation.ts';
import { useRpcQuery, useRpcCache } from '#app/lib/rpc/use-rpc-query.ts';
import { getPageName } from '#domain/page-name.ts';
import type { PageSummary } from '#domain/rpc-contract.ts';
import { MAX_DOMAINS, type SellerDomain } from '#domain/seller-domain.ts';

import { AddDomainDialog } from './add-domain-dialog.tsx';
import { needsAction, isServing } from './domain-display.ts';
import { DomainRow } from './domain-row.tsx';
import { DomainsEmptyState, DomainsNotInPlanBanner } from './domains-empty-state.tsx';
import { getPageOptions } from './page-select.tsx';
import { useDomains } from './use-domains.ts';

function Consequences({ domain }: { domain: SellerDomain }) {
  const { name, page, records } = domain;
  return (
    <>
      <p>
        {isServing(domain) ? (
          <>
            Visitors of <b>{name}</b> then see an error, also through QR codes and links that you made with it.
          </>
        ) : (
          'It is not live, so that no buyer notices.'
        )}
      </p>
      <p>
        {page ? (
          <>
            “<bdi>{getPageName(page)}</bdi>” goes on selling at its own address, and QR codes and links with that
            address go on working.
          </>
        ) : (
          'Your pages stay as they are.'
        )}
        {records.length > 0 && ' You can delete its records at your registrar afterwards.'}
      </p>
    </>
  );
}

function RemoveDomainDialog({ domain, onClose }: { domain: SellerDomain; onClose: () => void }) {
  const cache = useRpcCache();
  const { busy, run } = useRpcMutation('remove-domain', {
    success: { title: 'Domain removed', message: domain.name },
    failureTitle: 'The domain was not removed',
    onSuccess: (_, { domainId }) => {
      cache.update('list-domains', (list) => ({ ...list, domains: list.domains.filter(({ id }) => id !== domainId) }));
      onClose();
    },
    invalidates: ['list-domains'],
  });
  return (
    <AlertDialog
      title={<>Remove {domain.name}?</>}
      description={<Consequences domain={domain} />}
      cancelLabel="Keep the domain"
      confirmLabel="Remove domain"
      busyLabel={busy && 'Removing...'}
      onConfirm={() => void run({ domainId: domain.id })}
      onClose={onClose}
    />
  );
}

type Props = {
  domains: readonly SellerDomain[];
  /** Ids of domains added in this session; they are expanded. */
  newDomainIds: readonly string[];
  pages: readonly PageSummary[];
};

/** List of domains. Domains that need action are expanded initially. */
function DomainList({ domains, newDomainIds, pages }: Props) {
  const [expandedById, setExpandedById] = useState<Readonly<Record<string, boolean>>>({});
  const [initiallyOpen] = useState(() => new Set(domains.filter(needsAction).map(({ id }) => id)));
  const [removingId, setRemovingId] = useState<string | null>(null);
  const isOpen = ({ id }: SellerDomain): boolean =>
    expandedById[id] ?? (initiallyOpen.has(id) || newDomainIds.includes(id));
  const domainToRemove = domains.find(({ id }) => id === removingId);
  return (
    <>
      <ul className="sheet" aria-label="Domains">
        {domains.map((domain) => (
          <DomainRow
            key={domain.id}
            domain={domain}
            pageOptions={getPageOptions(pages, domains, domain.id)}
            isOpen={isOpen(domain)}
            onToggle={() => setExpandedById({ ...expandedById, [domain.id]: !isOpen(domain) })}
            onRemove={() => setRemovingId(domain.id)}
          />
        ))}
      </ul>
      {domainToRemove && <RemoveDomainDialog domain={domainToRemove} onClose={() => setRemovingId(null)} />}
    </>
  );
}

const LOOPBACK_HOST = /^(localhost|127\.0\.0\.1|\[::1\])$/;

/** Custom domains and the pages that they serve. */
export function DomainsPage({ sandbox }: { sandbox: boolean }) {
  const domainsQuery = useDomains();
  const { data: pageList } = useRpcQuery('list-pages', {});
  const [isAdding, setIsAdding] = useState(false);
  const [newDomainIds, setNewDomainIds] = useState<readonly string[]>([]);
  const isLocal = sandbox && LOOPBACK_HOST.test(location.hostname);
  const pages = pageList?.pages ?? [];
  const { domains = [], allowed = false } = domainsQuery.data ?? {};
  const isFull = domains.length >= MAX_DOMAINS;
  return (
    <>
      <div className="ph">
        <div className="domains-page__header">
          <h1 className="h1" tabIndex={-1}>
            Domains
          </h1>
          {domains.length > 0 && (
            <p className="muted">
              Names of your own, and the page that stands at each. {isFull && `A shop has at most ${MAX_DOMAINS}.`}
            </p>
          )}
        </div>
        {allowed && domains.length > 0 && !isFull && (
          <Button Icon={Plus} variant="primary" onClick={() => setIsAdding(true)}>
            Add a domain
          </Button>
        )}
      </div>
      <QueryBoundary query={domainsQuery} errorTitle="Your domains could not be loaded" rows={2}>
        {() =>
          domains.length === 0 ? (
            <DomainsEmptyState {...{ allowed, isLocal }} onAdd={() => setIsAdding(true)} />
          ) : (
            <>
              {!allowed && <DomainsNotInPlanBanner count={domains.length} />}
              <DomainList {...{ domains, newDomainIds, pages }} />
            </>
          )
        }
      </QueryBoundary>
      {isAdding && (
        <AddDomainDialog
          {...{ pages, domains, isLocal }}
          onAdded={({ id, name, state }) => {
            setNewDomainIds([...newDomainIds, id]);
            if (state !== 'live') toast({ title: `${name} is added`, message: 'Its records come next.' });
          }}
          onClose={() => setIsAdding(false)}
        />
      )}
    </>
  );
}
