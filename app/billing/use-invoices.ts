import { useEffect, useState } from 'react';

import { callRpc } from '#app/session/call.ts';
import type { PlanInvoice, SubscriptionStatus } from '#domain/subscription.ts';

export type InvoicesQuery = { state: 'loading' | 'failed' } | { state: 'ready'; invoices: PlanInvoice[] };

/** Loads the invoices whenever the plan is reloaded; a loaded list survives an error. */
export function useInvoices(status: SubscriptionStatus): InvoicesQuery {
  const [invoiceState, setInvoiceState] = useState<InvoicesQuery>({ state: 'loading' });
  useEffect(() => {
    let isCurrent = true;
    callRpc('list-invoices', {}).then(
      ({ invoices }) => isCurrent && setInvoiceState({ state: 'ready', invoices }),
      () => isCurrent && setInvoiceState((previous) => (previous.state === 'ready' ? previous : { state: 'failed' })),
    );
    return () => {
      isCurrent = false;
    };
  }, [status]);
  return invoiceState;
}
