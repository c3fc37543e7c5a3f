import { ArrowUpRight, Check, CircleOff, Clock, PencilLine, TriangleAlert } from 'lucide-react';
import { useEffect, useState } from 'react';

import { Badge, type BadgeProps } from '#app/components/badge.tsx';
import { Skeleton } from '#app/components/skeleton.tsx';
import { Table, type TableColumn } from '#app/components/table.tsx';
import { callRpc } from '#app/lib/rpc/call-rpc.ts';
import type { PlanInvoice, SubscriptionStatus } from '#domain/subscription.ts';

import { formatBillAmount } from './format-billing.ts';
import { PlanDate } from './plan-date.tsx';

type InvoicesQuery = { state: 'loading' | 'failed' } | { state: 'ready'; invoices: PlanInvoice[] };

/** Loads the invoices whenever the plan is reloaded; a loaded list survives an error. */
function useInvoices(status: SubscriptionStatus): InvoicesQuery {
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

const INVOICE_STATUS_BADGES: Record<PlanInvoice['status'], BadgeProps> = {
  draft: { label: 'Draft', variant: 'canary', Icon: PencilLine },
  open: { label: 'Due', variant: 'pink', Icon: Clock },
  paid: { label: 'Paid', variant: 'mint', Icon: Check },
  uncollectible: { label: 'Unpaid', variant: 'pink', Icon: TriangleAlert },
  void: { label: 'Void', Icon: CircleOff },
};

const COLUMNS: TableColumn<PlanInvoice>[] = [
  { header: 'Date', className: 'bill-day', render: ({ createdAt }) => <PlanDate iso={createdAt} /> },
  { header: 'Number', className: 'bill-number receipt-type', render: ({ number }) => number ?? '' },
  { header: 'State', className: 'bill-state', render: ({ status }) => <Badge {...INVOICE_STATUS_BADGES[status]} /> },
  { header: 'Amount', align: 'right', className: 'bill-amount amt', render: ({ total }) => formatBillAmount(total) },
  {
    header: 'Open',
    isHeaderHidden: true,
    className: 'bill-way r',
    render: ({ number, url }) =>
      url && (
        <a href={url} target="_blank" rel="noreferrer" aria-label={`Invoice ${number ?? ''}`.trim()}>
          View
          <ArrowUpRight className="i" aria-hidden="true" />
        </a>
      ),
  },
];

/** Invoices of the seller's plan. */
export function InvoiceList({ status }: { status: SubscriptionStatus }) {
  const invoicesQuery = useInvoices(status);
  return (
    <section aria-labelledby="invoices-title">
      <h2 className="h2 plan-section" id="invoices-title">
        Invoices
      </h2>
      {invoicesQuery.state === 'loading' && <Skeleton rows={2} />}
      {invoicesQuery.state === 'failed' && (
        <p className="muted">Your invoices could not be loaded. They are all under Manage Subscription.</p>
      )}
      {invoicesQuery.state === 'ready' &&
        (invoicesQuery.invoices.length > 0 ? (
          <div className="sheet">
            <Table
              caption="Invoices, newest first"
              className="bills"
              columns={COLUMNS}
              rows={invoicesQuery.invoices}
              getKey={({ id }) => id}
            />
          </div>
        ) : (
          <p className="muted">Nothing has been billed yet.</p>
        ))}
    </section>
  );
}
