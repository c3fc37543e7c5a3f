import { ArrowUpRight, Check, CircleOff, Clock, PencilLine, TriangleAlert } from 'lucide-react';
import { useEffect, useState } from 'react';

import { Badge, type BadgeProps } from '#app/components/badge.tsx';
import { Skeleton } from '#app/components/skeleton.tsx';
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

function InvoiceRow({ invoice }: { invoice: PlanInvoice }) {
  const { number, createdAt, total, status, url } = invoice;
  return (
    <tr>
      <td className="bill-day">
        <PlanDate iso={createdAt} />
      </td>
      <td className="bill-number receipt-type">{number ?? ''}</td>
      <td className="bill-state">
        <Badge {...INVOICE_STATUS_BADGES[status]} />
      </td>
      <td className="bill-amount amt r">{formatBillAmount(total)}</td>
      <td className="bill-way r">
        {url && (
          <a href={url} target="_blank" rel="noreferrer" aria-label={`Invoice ${number ?? ''}`.trim()}>
            View
            <ArrowUpRight className="i" aria-hidden="true" />
          </a>
        )}
      </td>
    </tr>
  );
}

function InvoiceTable({ invoices }: { invoices: readonly PlanInvoice[] }) {
  return (
    <div className="sheet">
      <table className="table bills">
        <caption className="vh">Invoices, newest first</caption>
        <thead>
          <tr>
            <th scope="col">Date</th>
            <th scope="col">Number</th>
            <th scope="col">State</th>
            <th scope="col" className="r">
              Amount
            </th>
            <th scope="col">
              <span className="vh">Open</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {invoices.map((invoice) => (
            <InvoiceRow key={invoice.id} invoice={invoice} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

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
          <InvoiceTable invoices={invoicesQuery.invoices} />
        ) : (
          <p className="muted">Nothing has been billed yet.</p>
        ))}
    </section>
  );
}
