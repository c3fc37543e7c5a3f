import { ArrowUpRight, Check, CircleOff, Clock, PencilLine, TriangleAlert } from 'lucide-react';

import { Badge, type BadgeProps } from '#app/components/badge.tsx';
import { Skeleton } from '#app/components/skeleton.tsx';
import { Table, type TableColumn } from '#app/components/table.tsx';
import { useRpcQuery } from '#app/lib/rpc/use-rpc-query.ts';
import type { PlanInvoice } from '#domain/subscription.ts';

import { formatBillAmount, PlanDate } from './format-billing.tsx';

const INVOICE_STATUS_BADGES: Record<PlanInvoice['status'], BadgeProps> = {
  draft: { label: 'Draft', variant: 'canary', Icon: PencilLine },
  open: { label: 'Due', variant: 'pink', Icon: Clock },
  paid: { label: 'Paid', variant: 'mint', Icon: Check },
  uncollectible: { label: 'Unpaid', variant: 'pink', Icon: TriangleAlert },
  void: { label: 'Void', Icon: CircleOff },
};

const COLUMNS: TableColumn<PlanInvoice>[] = [
  { header: 'Date', className: 'invoice-table__date', render: ({ createdAt }) => <PlanDate iso={createdAt} /> },
  { header: 'Number', className: 'invoice-table__number receipt-text', render: ({ number }) => number ?? '' },
  {
    header: 'State',
    className: 'invoice-table__state',
    render: ({ status }) => <Badge {...INVOICE_STATUS_BADGES[status]} />,
  },
  {
    header: 'Amount',
    align: 'right',
    className: 'invoice-table__amount amt',
    render: ({ total }) => formatBillAmount(total),
  },
  {
    header: 'Open',
    isHeaderHidden: true,
    className: 'invoice-table__link r',
    render: ({ number, url }) =>
      url && (
        <a href={url} target="_blank" rel="noreferrer" aria-label={`Invoice ${number ?? ''}`.trim()}>
          View
          <ArrowUpRight className="i" aria-hidden="true" />
        </a>
      ),
  },
];

export function InvoiceList() {
  const { data, error } = useRpcQuery('list-invoices', {});
  return (
    <section aria-labelledby="invoices-title">
      <h2 className="h2 subscription-page__heading" id="invoices-title">
        Invoices
      </h2>
      {!data && error === null && <Skeleton rows={2} />}
      {!data && error !== null && (
        <p className="muted">Your invoices could not be loaded. They are all under Manage Subscription.</p>
      )}
      {data &&
        (data.invoices.length > 0 ? (
          <div className="sheet">
            <Table
              caption="Invoices, newest first"
              className="bills"
              columns={COLUMNS}
              rows={data.invoices}
              getKey={({ id }) => id}
            />
          </div>
        ) : (
          <p className="muted">Nothing has been billed yet.</p>
        ))}
    </section>
  );
}
