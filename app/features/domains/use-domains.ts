import { useEffect, useRef } from 'react';

import { toast } from '#app/components/toast.tsx';
import { useRpcCache, useRpcQuery } from '#app/lib/rpc/use-rpc-query.ts';
import { domainMessages } from '#content/messages/domains.ts';
import type { SellerDomain } from '#domain/seller-domain.ts';

/** Poll interval while visible, so that automatic checks show up. */
const POLL_INTERVAL_MS = 10_000;

/** Shows a toast once when a domain becomes live. */
function useLiveToast(domains: readonly SellerDomain[] | undefined): void {
  const previousStates = useRef<ReadonlyMap<string, SellerDomain['state']> | null>(null);
  useEffect(() => {
    if (!domains) return;
    const previous = previousStates.current;
    previousStates.current = new Map(domains.map(({ id, state }) => [id, state]));
    for (const { id, name, state, page } of domains) {
      if (previous === null || state !== 'live' || previous.get(id) === 'live') continue;
      const message = page ? domainMessages.live.withPage : domainMessages.live.withoutPage;
      toast({ title: domainMessages.live.title({ name }), message });
    }
  }, [domains]);
}

export function useDomains() {
  const query = useRpcQuery('list-domains', {}, { refetchInterval: POLL_INTERVAL_MS });
  useLiveToast(query.data?.domains);
  return query;
}

/** Options of the actions that respond with the changed domain. */
export function useDomainUpdate() {
  const cache = useRpcCache();
  return {
    onSuccess: ({ domain }: { domain: SellerDomain }) =>
      cache.update('list-domains', (list) => ({
        ...list,
        domains: list.domains.some(({ id }) => id === domain.id)
          ? list.domains.map((candidate) => (candidate.id === domain.id ? domain : candidate))
          : [...list.domains, domain],
      })),
    invalidates: ['list-domains'] as const,
  };
}
