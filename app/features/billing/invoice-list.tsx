import { ArrowUpRight, Check, CircleOff, Clock, PencilLine, TriangleAlert } from 'lucide-react';

import { Badge, type BadgeProps } from '#app/components/badge.tsx';
import { Skeleton } from '#app/components/skeleton.tsx';
import { useRpcQuery } from '#app/lib/rpc/use-rpc-query.ts';
import type { PlanInvoice } from '#domain/subscription.ts';

import { formatBillAmount } from './format-billing.tsx';
import { PlanDate } from './format-billing.tsx';

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
export function InvoiceList() {
  const { data, error } = useRpcQuery('list-invoices', {});
  return (
    <section aria-labelledby="invoices-title">
      <h2 className="h2 plan-section" id="invoices-title">
        Invoices
      </h2>
      {!data && error === null && <Skeleton rows={2} />}
      {!data && error !== null && (
        <p className="muted">Your invoices could not be loaded. They are all under Manage Subscription.</p>
      )}
      {data &&
        (data.invoices.length > 0 ? (
          <InvoiceTable invoices={data.invoices} />
        ) : (
          <p className="muted">Nothing has been billed yet.</p>
        ))}
    </section>
  );
}
