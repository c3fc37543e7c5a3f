import { useEffect, useRef } from 'react';

import { call } from '#app/session/call.ts';
import { useAsked } from '#app/session/use-asked.ts';
import { toast } from '#app/ui/toast.tsx';
import type { CallName, Calls } from '#domain/calls.ts';
import type { SellerDomain } from '#domain/seller-domain.ts';

/** Poll interval while visible, so that automatic checks show up. */
const EVERY_MS = 10_000;

/** Shows a toast once when a domain becomes live. */
function useNews(domains: readonly SellerDomain[] | null): void {
  const before = useRef<ReadonlyMap<string, SellerDomain['state']> | null>(null);
  useEffect(() => {
    if (!domains) return;
    const last = before.current;
    before.current = new Map(domains.map(({ id, state }) => [id, state]));
    for (const { id, name, state, page } of domains) {
      if (last === null || state !== 'live' || last.get(id) === 'live') continue;
      const message = page ? 'Buyers find your page there now.' : 'Choose the page that stands there.';
      toast({ title: `${name} is live`, message });
    }
  }, [domains]);
}

type ActName = Extract<CallName, 'add-domain' | 'check-domain' | 'set-domain-page'>;

/** The seller's domains and the actions on them, which throw RPC errors. */
export function useDomains() {
  const { answer, error, retry, alter } = useAsked('list-domains', {}, EVERY_MS);
  useNews(answer?.domains ?? null);
  const change = (changed: (domains: SellerDomain[]) => SellerDomain[]) =>
    alter((last) => ({ ...last, domains: changed(last.domains) }));
  /** Runs an action and updates the domain with the response. */
  const act = async <N extends ActName>(name: N, body: Calls[N]['body']): Promise<SellerDomain> => {
    const { domain } = await call(name, body);
    change((all) =>
      all.some(({ id }) => id === domain.id)
        ? all.map((one) => (one.id === domain.id ? domain : one))
        : [...all, domain],
    );
    return domain;
  };
  const remove = async (domainId: string): Promise<void> => {
    await call('remove-domain', { domainId });
    change((all) => all.filter(({ id }) => id !== domainId));
  };
  return { answer, error, retry, act, remove };
}

export type Domains = ReturnType<typeof useDomains>;
