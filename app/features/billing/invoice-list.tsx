import { ArrowUpRight, Check, CircleOff, Clock, PencilLine, TriangleAlert } from 'lucide-react';

import { Badge, type BadgeProps } from '#app/components/badge.tsx';
import { Skeleton } from '#app/components/skeleton.tsx';
import { Table, type TableColumn } from '#app/components/table.tsx';
import { useRpcQuery } from '#app/lib/rpc/use-rpc-query.ts';
import { planPageMessages } from '#content/messages/plan-page.ts';
import type { PlanInvoice } from '#domain/subscription.ts';

import { formatBillAmount, PlanDate } from './format-billing.tsx';

const messages = planPageMessages.invoices;

const INVOICE_STATUS_BADGES: Record<PlanInvoice['status'], BadgeProps> = {
  draft: { label: messages.status.draft, variant: 'canary', Icon: PencilLine },
  open: { label: messages.status.open, variant: 'pink', Icon: Clock },
  paid: { label: messages.status.paid, variant: 'mint', Icon: Check },
  uncollectible: { label: messages.status.uncollectible, variant: 'pink', Icon: TriangleAlert },
  void: { label: messages.status.void, Icon: CircleOff },
};

const COLUMNS: TableColumn<PlanInvoice>[] = [
  {
    header: messages.columns.date,
    className: 'invoice-table__date',
    render: ({ createdAt }) => <PlanDate iso={createdAt} />,
  },
  {
    header: messages.columns.number,
    className: 'invoice-table__number receipt-text',
    render: ({ number }) => number ?? '',
  },
  {
    header: messages.columns.status,
    className: 'invoice-table__state',
    render: ({ status }) => <Badge {...INVOICE_STATUS_BADGES[status]} />,
  },
  {
    header: messages.columns.amount,
    align: 'right',
    className: 'invoice-table__amount amt',
    render: ({ total }) => formatBillAmount(total),
  },
  {
    header: messages.columns.view,
    isHeaderHidden: true,
    className: 'invoice-table__link r',
    render: ({ number, url }) =>
      url && (
        <a
          href={url}
          target="_blank"
          rel="noreferrer"
          aria-label={number ? messages.viewLabel({ number }) : messages.viewLabelUnnumbered}
        >
          {messages.view}
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
        {messages.title}
      </h2>
      {!data && error === null && <Skeleton rows={2} />}
      {!data && error !== null && <p className="muted">{messages.loadError}</p>}
      {data &&
        (data.invoices.length > 0 ? (
          <div className="sheet">
            <Table
              caption={messages.caption}
              className="bills"
              columns={COLUMNS}
              rows={data.invoices}
              getKey={({ id }) => id}
            />
          </div>
        ) : (
          <p className="muted">{messages.empty}</p>
        ))}
    </section>
  );
}
