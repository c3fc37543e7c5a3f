import { useEffect, useState } from 'react';

import { call } from '#app/session/call.ts';
import type { PlanInvoice, SubscriptionStatus } from '#domain/subscription.ts';

export type Invoices = { state: 'loading' | 'failed' } | { state: 'ready'; invoices: PlanInvoice[] };

/** Loads the invoices whenever the plan is reloaded; a loaded list survives an error. */
export function useInvoices(status: SubscriptionStatus): Invoices {
  const [list, setList] = useState<Invoices>({ state: 'loading' });
  useEffect(() => {
    let current = true;
    call('list-invoices', {}).then(
      ({ invoices }) => current && setList({ state: 'ready', invoices }),
      () => current && setList((last) => (last.state === 'ready' ? last : { state: 'failed' })),
    );
    return () => {
      current = false;
    };
  }, [status]);
  return list;
}
