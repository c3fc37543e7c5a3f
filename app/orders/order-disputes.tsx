import { ArrowUpRight, ShieldAlert } from 'lucide-react';

import { keyClass } from '#app/ui/key.tsx';
import { UtcTime } from '#app/ui/utc-time.tsx';
import { isInquiry } from '#domain/dispute.ts';
import { moneyText } from '#domain/money.ts';
import type { OrderDetail, OrderDispute } from '#domain/order-detail.ts';

import { disputeReason, disputeStatus } from './provider-words.ts';

const needsAnswer = ({ status }: OrderDispute): boolean => status.endsWith('needs_response');

function Dispute({ dispute }: { dispute: OrderDispute }) {
  const { amount, currency, reason, status, dueBy, createdAt, closedAt, providerUrl } = dispute;
  return (
    <section className={needsAnswer(dispute) ? 'sheet pad order-dispute open' : 'sheet pad order-dispute'}>
      <h2 className="h2 order-title order-dispute-title">
        {needsAnswer(dispute) && <ShieldAlert className="i" aria-hidden="true" />}
        {isInquiry(status) ? 'The bank asks about' : 'Dispute of'} {moneyText(amount, currency)}
      </h2>
      <dl className="order-facts small">
        <dt>State</dt>
        <dd>{disputeStatus(status)}</dd>
        <dt>Reason</dt>
        <dd>{disputeReason(reason)}</dd>
        <dt>Opened</dt>
        <dd>
          <UtcTime iso={createdAt} />
        </dd>
        {needsAnswer(dispute) && dueBy && (
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
        className={keyClass(needsAnswer(dispute) ? 'primary' : 'plain', 'sm')}
        href={providerUrl}
        target="_blank"
        rel="noreferrer"
      >
        {needsAnswer(dispute) ? 'Answer in Stripe' : 'Look at it in Stripe'}
        <ArrowUpRight className="i" aria-hidden="true" />
      </a>
    </section>
  );
}

/** Disputed payments, newest first. */
export function OrderDisputes({ order }: { order: OrderDetail }) {
  return order.disputes.toReversed().map((dispute) => <Dispute key={dispute.id} dispute={dispute} />);
}
