import { Plus } from 'lucide-react';
import { useState } from 'react';

import { Button } from '#app/components/button.tsx';
import { AlertDialog } from '#app/components/dialog.tsx';
import { RichText } from '#app/components/rich-text.tsx';
import { toast } from '#app/components/toast.tsx';
import { loadOnDemand } from '#app/components/utils/load-on-demand.tsx';
import { QueryBoundary } from '#app/lib/rpc/query-boundary.tsx';
import { useRpcMutation } from '#app/lib/rpc/use-rpc-mutation.ts';
import { useRpcQuery, useRpcCache } from '#app/lib/rpc/use-rpc-query.ts';
import { domainMessages } from '#content/messages/domains.ts';
import { getPageName } from '#domain/page-name.ts';
import type { PageSummary } from '#domain/rpc-contract.ts';
import { MAX_DOMAINS, type SellerDomain } from '#domain/seller-domain.ts';

import { needsAction, isServing } from './domain-display.ts';
import { DomainTable } from './domain-table.tsx';
import { DomainsEmptyState, DomainsNotInPlanBanner } from './domains-empty-state.tsx';
import { getPageOptions } from './page-select.tsx';
import { useDomains } from './use-domains.ts';

const AddDomainDialog = loadOnDemand(async () => (await import('./add-domain-dialog.tsx')).AddDomainDialog);

const messages = domainMessages;
const { removeDialog: removeMessages } = messages;

function Consequences({ domain }: { domain: SellerDomain }) {
  const { name, page, records } = domain;
  return (
    <>
      <p>
        {isServing(domain) ? (
          <RichText text={removeMessages.serving} tags={{ name: () => <b>{name}</b> }} />
        ) : (
          removeMessages.notServing
        )}
      </p>
      <p>
        {page ? (
          <RichText text={removeMessages.page} tags={{ page: () => <bdi>{getPageName(page)}</bdi> }} />
        ) : (
          removeMessages.noPage
        )}
        {records.length > 0 && ` ${removeMessages.records}`}
      </p>
    </>
  );
}

function RemoveDomainDialog({ domain, onClose }: { domain: SellerDomain; onClose: () => void }) {
  const cache = useRpcCache();
  const { busy, run } = useRpcMutation('remove-domain', {
    success: { title: removeMessages.done, message: domain.name },
    failureTitle: removeMessages.failed,
    onSuccess: (_, { domainId }) => {
      cache.update('list-domains', (list) => ({ ...list, domains: list.domains.filter(({ id }) => id !== domainId) }));
      onClose();
    },
    invalidates: ['list-domains'],
  });
  return (
    <AlertDialog
      title={removeMessages.title({ name: domain.name })}
      description={<Consequences domain={domain} />}
      cancelLabel={removeMessages.cancel}
      confirmLabel={removeMessages.confirm}
      busyLabel={busy && removeMessages.busy}
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
      <DomainTable
        domains={domains}
        isOpen={isOpen}
        onToggle={(domain) => setExpandedById({ ...expandedById, [domain.id]: !isOpen(domain) })}
        onRemove={({ id }) => setRemovingId(id)}
        getPageOptions={({ id }) => getPageOptions(pages, domains, id)}
      />
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
            {messages.title}
          </h1>
          {domains.length > 0 && (
            <p className="muted">{isFull ? messages.descriptionFull({ limit: MAX_DOMAINS }) : messages.description}</p>
          )}
        </div>
        {allowed && domains.length > 0 && !isFull && (
          <Button Icon={Plus} variant="primary" onClick={() => setIsAdding(true)}>
            {messages.add}
          </Button>
        )}
      </div>
      <QueryBoundary query={domainsQuery} errorTitle={messages.loadError} rows={2}>
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
            if (state !== 'live') toast({ title: messages.added({ name }), message: messages.addedDescription });
          }}
          onClose={() => setIsAdding(false)}
        />
      )}
    </>
  );
}
