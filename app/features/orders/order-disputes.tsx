import { ArrowUpRight, ShieldAlert } from 'lucide-react';

import { buttonVariants } from '#app/components/button.tsx';
import { UtcTime } from '#app/components/utc-time.tsx';
import { formatMoney } from '#domain/money.ts';
import { isInquiry, type OrderDetail, type OrderDispute } from '#domain/order-detail.ts';

import { getDisputeReasonLabel, getDisputeStatusLabel } from './stripe-labels.ts';

const needsResponse = ({ status }: OrderDispute): boolean => status.endsWith('needs_response');

function Dispute({ dispute }: { dispute: OrderDispute }) {
  const { amount, currency, reason, status, dueBy, createdAt, closedAt, providerUrl } = dispute;
  return (
    <section className={needsResponse(dispute) ? 'sheet pad order-dispute open' : 'sheet pad order-dispute'}>
      <h2 className="h2 order-title order-dispute-title">
        {needsResponse(dispute) && <ShieldAlert className="i" aria-hidden="true" />}
        {isInquiry(status) ? 'The bank asks about' : 'Dispute of'} {formatMoney(amount, currency)}
      </h2>
      <dl className="order-facts small">
        <dt>State</dt>
        <dd>{getDisputeStatusLabel(status)}</dd>
        <dt>Reason</dt>
        <dd>{getDisputeReasonLabel(reason)}</dd>
        <dt>Opened</dt>
        <dd>
          <UtcTime iso={createdAt} />
        </dd>
        {needsResponse(dispute) && dueBy && (
          <>
            <dt>Answer before</dt>
            <dd>
              <b>
                <UtcTime iso={dueBy} />
              </b>
            </dd>
          </>
        )}
        {closedAt && (
          <>
            <dt>Closed</dt>
            <dd>
              <UtcTime iso={closedAt} />
            </dd>
          </>
        )}
      </dl>
      <a
        className={buttonVariants(needsResponse(dispute) ? 'primary' : 'plain', 'sm')}
        href={providerUrl}
        target="_blank"
        rel="noreferrer"
      >
        {needsResponse(dispute) ? 'Answer in Stripe' : 'Look at it in Stripe'}
        <ArrowUpRight className="i" aria-hidden="true" />
      </a>
    </section>
  );
}

/** Disputed payments, newest first. */
export function OrderDisputes({ order }: { order: OrderDetail }) {
  return order.disputes.toReversed().map((dispute) => <Dispute key={dispute.id} dispute={dispute} />);
}
