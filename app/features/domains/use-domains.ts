import { useEffect, useRef } from 'react';

import { toast } from '#app/components/toast.tsx';
import { callRpc } from '#app/lib/rpc/call-rpc.ts';
import { usePolledQuery } from '#app/lib/rpc/use-polled-query.ts';
import type { RpcName, RpcContract } from '#domain/rpc-contract.ts';
import type { SellerDomain } from '#domain/seller-domain.ts';

/** Poll interval while visible, so that automatic checks show up. */
const POLL_INTERVAL_MS = 10_000;

/** Shows a toast once when a domain becomes live. */
function useLiveToast(domains: readonly SellerDomain[] | null): void {
  const previousStates = useRef<ReadonlyMap<string, SellerDomain['state']> | null>(null);
  useEffect(() => {
    if (!domains) return;
    const previous = previousStates.current;
    previousStates.current = new Map(domains.map(({ id, state }) => [id, state]));
    for (const { id, name, state, page } of domains) {
      if (previous === null || state !== 'live' || previous.get(id) === 'live') continue;
      const message = page ? 'Buyers find your page there now.' : 'Choose the page that stands there.';
      toast({ title: `${name} is live`, message });
    }
  }, [domains]);
}

type DomainFunctionName = Extract<RpcName, 'add-domain' | 'check-domain' | 'set-domain-page'>;

/** The seller's domains and the actions on them, which throw RPC errors. */
export function useDomains() {
  const { data, error, retry, update: alter } = usePolledQuery('list-domains', {}, POLL_INTERVAL_MS);
  useLiveToast(data?.domains ?? null);
  const updateDomains = (update: (domains: SellerDomain[]) => SellerDomain[]) =>
    alter((last) => ({ ...last, domains: update(last.domains) }));
  /** Runs an action and updates the domain with the response. */
  const runAction = async <N extends DomainFunctionName>(
    name: N,
    body: RpcContract[N]['body'],
  ): Promise<SellerDomain> => {
    const { domain } = await callRpc(name, body);
    updateDomains((domainList) =>
      domainList.some(({ id }) => id === domain.id)
        ? domainList.map((candidate) => (candidate.id === domain.id ? domain : candidate))
        : [...domainList, domain],
    );
    return domain;
  };
  const remove = async (domainId: string): Promise<void> => {
    await callRpc('remove-domain', { domainId });
    updateDomains((domainList) => domainList.filter(({ id }) => id !== domainId));
  };
  return { data, error, retry, runAction, remove };
}

export type Domains = ReturnType<typeof useDomains>;
