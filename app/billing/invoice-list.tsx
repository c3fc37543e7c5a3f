import { ArrowUpRight, Check, CircleOff, Clock, PencilLine, TriangleAlert } from 'lucide-react';

import { Badge, type BadgeLook } from '#app/ui/badge.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import type { PlanInvoice, SubscriptionStatus } from '#domain/subscription.ts';

import { billText } from './dollars.ts';
import { PlanDay } from './plan-day.tsx';
import { useInvoices } from './use-invoices.ts';

const LOOKS: Record<PlanInvoice['status'], BadgeLook> = {
  draft: { label: 'Draft', tint: 'canary', Icon: PencilLine },
  open: { label: 'Due', tint: 'pink', Icon: Clock },
  paid: { label: 'Paid', tint: 'mint', Icon: Check },
  uncollectible: { label: 'Unpaid', tint: 'pink', Icon: TriangleAlert },
  void: { label: 'Void', Icon: CircleOff },
};

function Row({ invoice }: { invoice: PlanInvoice }) {
  const { number, createdAt, total, status, url } = invoice;
  return (
    <tr>
      <td className="bill-day">
        <PlanDay iso={createdAt} />
      </td>
      <td className="bill-number receipt-type">{number ?? ''}</td>
      <td className="bill-state">
        <Badge {...LOOKS[status]} />
      </td>
      <td className="bill-amount amt r">{billText(total)}</td>
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

function Table({ invoices }: { invoices: readonly PlanInvoice[] }) {
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
            <Row key={invoice.id} invoice={invoice} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Invoices of the seller's plan. */
export function InvoiceList({ status }: { status: SubscriptionStatus }) {
  const list = useInvoices(status);
  return (
    <section aria-labelledby="invoices-title">
      <h2 className="h2 plan-section" id="invoices-title">
        Invoices
      </h2>
      {list.state === 'loading' && <Skeleton rows={2} />}
      {list.state === 'failed' && (
        <p className="muted">Your invoices could not be loaded. They are all under Manage Subscription.</p>
      )}
      {list.state === 'ready' &&
        (list.invoices.length > 0 ? (
          <Table invoices={list.invoices} />
        ) : (
          <p className="muted">Nothing has been billed yet.</p>
        ))}
    </section>
  );
}
