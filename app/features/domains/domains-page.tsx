import { Plus } from 'lucide-react';
import { useState } from 'react';

import { Button } from '#app/components/button.tsx';
import { ErrorState } from '#app/components/error-state.tsx';
import { Skeleton } from '#app/components/skeleton.tsx';
import { toast } from '#app/components/toast.tsx';
import { useRpcQuery } from '#app/lib/rpc/use-rpc-query.ts';
import { formatErrorToast } from '#app/lib/use-error-toast.ts';
import { MAX_DOMAINS } from '#domain/seller-domain.ts';

import { AddDomainDialog } from './add-domain-dialog.tsx';
import { DomainList } from './domain-list.tsx';
import { DomainsEmptyState, DomainsNotInPlanBanner } from './domains-empty-state.tsx';
import { useDomains } from './use-domains.ts';

const LOAD_ERROR_TITLE = 'Your domains could not be loaded';
const LOOPBACK_HOST = /^(localhost|127\.0\.0\.1|\[::1\])$/;

/** Custom domains and the pages that they serve. */
export function DomainsPage({ sandbox }: { sandbox: boolean }) {
  const { data, error, retry, runAction, remove } = useDomains();
  const pagesQuery = useRpcQuery('list-pages', {});
  const [isAdding, setIsAdding] = useState(false);
  const [newDomainIds, setNewDomainIds] = useState<readonly string[]>([]);
  const isLocal = sandbox && LOOPBACK_HOST.test(location.hostname);
  const pages = pagesQuery.status === 'ready' ? pagesQuery.data.pages : [];
  const { domains = [], allowed = false } = data ?? {};
  const isFull = domains.length >= MAX_DOMAINS;
  return (
    <>
      <div className="ph">
        <div className="dom-head">
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
      {data === null && error === null && <Skeleton rows={2} />}
      {data === null && error !== null && (
        <ErrorState
          title={LOAD_ERROR_TITLE}
          description={formatErrorToast(error, LOAD_ERROR_TITLE).message}
          onRetry={retry}
        />
      )}
      {data && !allowed && domains.length > 0 && <DomainsNotInPlanBanner count={domains.length} />}
      {data && domains.length > 0 && <DomainList {...{ domains, newDomainIds, pages, runAction, remove }} />}
      {data && domains.length === 0 && <DomainsEmptyState {...{ allowed, isLocal }} onAdd={() => setIsAdding(true)} />}
      {isAdding && (
        <AddDomainDialog
          {...{ pages, domains, isLocal }}
          onAdd={async (input) => {
            const { id, name, state } = await runAction('add-domain', input);
            setNewDomainIds([...newDomainIds, id]);
            if (state !== 'live') toast({ title: `${name} is added`, message: 'Its records come next.' });
          }}
          onClose={() => setIsAdding(false)}
        />
      )}
    </>
  );
}
