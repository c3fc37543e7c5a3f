import {
  CalendarOff,
  Check,
  Clock,
  KeyRound,
  Lock,
  LockOpen,
  Mail,
  MailX,
  MousePointer2,
  PackageCheck,
  Repeat2,
  Scale,
  ShieldAlert,
  ShieldCheck,
  Undo2,
  X,
  type LucideIcon,
} from 'lucide-react';

import { UtcTime } from '#app/components/utc-time.tsx';
import { formatDayAndTime } from '#app/components/utils/reader-formats.ts';
import { formatMoney } from '#app/lib/format-money.ts';
import { orderTimelineMessages } from '#content/messages/order-timeline.ts';
import { ENTITLEMENT_REASONS } from '#domain/entitlement.ts';
import type { OrderDetail, OrderEmail } from '#domain/order-detail.ts';
import type { OrderEventKind, OrderEvent, OrderEventFacts } from '#domain/order-event.ts';
import { REFUND_REASONS } from '#domain/refund.ts';

import { getDisputeReasonLabel, getRefundFailureLabel, REFUND_REASON_LABELS } from './stripe-labels.ts';

type EventText = { title: string; detail: string | null };

const messages = orderTimelineMessages;

const formatEventAmount = ({ amount, currency }: OrderEventFacts) => ({
  amount: amount === undefined || currency === undefined ? null : formatMoney(amount, currency),
});

const formatEventDate = ({ at }: OrderEventFacts, message: (values: { date: string }) => string): string | null =>
  at ? message({ date: messages.date({ time: formatDayAndTime(at) }) }) : null;

const getActorLabel = ({ by }: OrderEventFacts): string | null => (by ? messages.actors[by] : null);

const joinSentences = (...parts: (string | null)[]): string | null =>
  parts.filter((part) => part !== null).join('. ') || null;

function refundReason(reason: string | undefined): string | null {
  const reasonCode = REFUND_REASONS.find((candidate) => candidate === reason);
  return reasonCode ? REFUND_REASON_LABELS[reasonCode] : null;
}

function accessReason(reason: string | undefined): string | null {
  const code = ENTITLEMENT_REASONS.find((candidate) => candidate === reason);
  return code ? messages.accessReasons[code] : null;
}

const EVENT_TEXTS: Record<OrderEventKind, (facts: OrderEventFacts) => EventText> = {
  checkout_started: () => ({ title: messages.checkoutStarted, detail: messages.checkoutStartedDetail }),
  pending: () => ({ title: messages.pending, detail: messages.pendingDetail }),
  payment_failed: () => ({ title: messages.paymentFailed, detail: messages.paymentFailedDetail }),
  paid: (facts) => ({ title: messages.paid(formatEventAmount(facts)), detail: null }),
  renewed: (facts) => ({ title: messages.renewed(formatEventAmount(facts)), detail: null }),
  renewal_failed: (facts) => ({
    title: messages.renewalFailed(formatEventAmount(facts)),
    detail: formatEventDate(facts, messages.retryOn) ?? messages.noRetry,
  }),
  renewal_recovered: (facts) => ({ title: messages.renewalRecovered(formatEventAmount(facts)), detail: null }),
  refund_asked: (facts) => ({
    title: messages.refundRequested(formatEventAmount(facts)),
    detail: joinSentences(getActorLabel(facts), refundReason(facts.reason)),
  }),
  refunded: (facts) => ({
    title: messages.refunded(formatEventAmount(facts)),
    detail: joinSentences(getActorLabel(facts), refundReason(facts.reason)),
  }),
  refund_failed: (facts) => ({
    title: messages.refundFailed(formatEventAmount(facts)),
    detail: joinSentences(facts.reason ? getRefundFailureLabel(facts.reason) : null, messages.refundFailedDetail),
  }),
  refunded_elsewhere: (facts) => ({
    title: messages.refundedElsewhere(formatEventAmount(facts)),
    detail: getActorLabel(facts),
  }),
  disputed: (facts) => ({
    title: messages.disputed(formatEventAmount(facts)),
    detail: joinSentences(
      facts.reason ? getDisputeReasonLabel(facts.reason) : null,
      formatEventDate(facts, messages.respondBy),
    ),
  }),
  dispute_answered: () => ({ title: messages.disputeAnswered, detail: messages.disputeAnsweredDetail }),
  dispute_won: (facts) => ({ title: messages.disputeWon(formatEventAmount(facts)), detail: messages.disputeWonDetail }),
  dispute_lost: (facts) => ({
    title: messages.disputeLost(formatEventAmount(facts)),
    detail: messages.disputeLostDetail,
  }),
  cancellation_set: (facts) => ({
    title: messages.cancellationSet,
    detail: joinSentences(formatEventDate(facts, messages.endsOn), getActorLabel(facts)),
  }),
  cancellation_undone: (facts) => ({ title: messages.cancellationUndone, detail: getActorLabel(facts) }),
  subscription_ended: (facts) => ({ title: messages.subscriptionEnded, detail: getActorLabel(facts) }),
  delivered: () => ({ title: messages.delivered, detail: messages.deliveredDetail }),
  access_paused: ({ name, reason }) => ({ title: messages.accessPaused({ name }), detail: accessReason(reason) }),
  access_resumed: ({ name }) => ({ title: messages.accessResumed({ name }), detail: null }),
  access_ended: ({ name, reason }) => ({ title: messages.accessEnded({ name }), detail: accessReason(reason) }),
  license_replaced: (facts) => ({
    title: messages.licenseReplaced({ name: facts.name }),
    detail: getActorLabel(facts),
  }),
  receipt_queued: () => ({ title: messages.receiptCreated, detail: null }),
};

/** Texts of the events of a payment plan, which is a subscription at Stripe. */
const PLAN_EVENT_TEXTS: Partial<typeof EVENT_TEXTS> = {
  renewed: EVENT_TEXTS.paid,
  renewal_failed: (facts) => ({
    ...EVENT_TEXTS.renewal_failed(facts),
    title: messages.installmentFailed(formatEventAmount(facts)),
  }),
  renewal_recovered: (facts) => ({ title: messages.installmentRecovered(formatEventAmount(facts)), detail: null }),
  subscription_ended: (facts) => ({ title: messages.planEnded, detail: getActorLabel(facts) }),
};

export function describeEvent({ kind, facts }: OrderEvent, isPaymentPlan = false): EventText {
  const getText = (isPaymentPlan && PLAN_EVENT_TEXTS[kind]) || EVENT_TEXTS[kind];
  return getText(facts);
}

export const describeEmail = ({ kind, to, state, reason }: OrderEmail): EventText => ({
  title: messages.emails[kind][state],
  detail: joinSentences(messages.emailTo({ email: to }), state === 'sent' ? null : reason),
});

type EventIcon = { Icon: LucideIcon; tone: '' | 'ok' | 'bad' };

const EVENT_ICONS: Record<OrderEventKind, EventIcon> = {
  checkout_started: { Icon: MousePointer2, tone: '' },
  pending: { Icon: Clock, tone: '' },
  payment_failed: { Icon: X, tone: 'bad' },
  paid: { Icon: Check, tone: 'ok' },
  renewed: { Icon: Repeat2, tone: 'ok' },
  renewal_failed: { Icon: X, tone: 'bad' },
  renewal_recovered: { Icon: Check, tone: 'ok' },
  refund_asked: { Icon: Undo2, tone: '' },
  refunded: { Icon: Undo2, tone: '' },
  refund_failed: { Icon: X, tone: 'bad' },
  refunded_elsewhere: { Icon: Undo2, tone: '' },
  disputed: { Icon: ShieldAlert, tone: 'bad' },
  dispute_answered: { Icon: Clock, tone: '' },
  dispute_won: { Icon: ShieldCheck, tone: 'ok' },
  dispute_lost: { Icon: Scale, tone: 'bad' },
  cancellation_set: { Icon: CalendarOff, tone: '' },
  cancellation_undone: { Icon: Repeat2, tone: '' },
  subscription_ended: { Icon: CalendarOff, tone: '' },
  delivered: { Icon: PackageCheck, tone: 'ok' },
  access_paused: { Icon: Lock, tone: '' },
  access_resumed: { Icon: LockOpen, tone: 'ok' },
  access_ended: { Icon: Lock, tone: '' },
  license_replaced: { Icon: KeyRound, tone: '' },
  receipt_queued: { Icon: Mail, tone: '' },
};

const getEmailIcon = ({ state }: OrderEmail): EventIcon =>
  state === 'failed' || state === 'bounced' ? { Icon: MailX, tone: 'bad' } : { Icon: Mail, tone: '' };

/** `sortGroup`: 0 sorts the checkout request before everything else, because clocks of other systems can differ. */
type TimelineEntry = EventText & EventIcon & { at: string; sortGroup: 0 | 1 };

/** Events and emails, newest first; entries of the same time keep their order. */
export function getTimelineEntries({
  events,
  mails,
  paymentPlan,
}: Pick<OrderDetail, 'events' | 'mails' | 'paymentPlan'>): TimelineEntry[] {
  const entries: TimelineEntry[] = [
    ...events.map((event): TimelineEntry => ({
      ...describeEvent(event, paymentPlan !== null),
      ...EVENT_ICONS[event.kind],
      at: event.at,
      sortGroup: event.kind === 'checkout_started' ? 0 : 1,
    })),
    ...mails.map((mail): TimelineEntry => ({
      ...describeEmail(mail),
      ...getEmailIcon(mail),
      at: mail.at,
      sortGroup: 1,
    })),
  ];
  return entries
    .toSorted((entryA, entryB) => entryA.sortGroup - entryB.sortGroup || entryA.at.localeCompare(entryB.at))
    .toReversed();
}

export function OrderTimeline({ order }: { order: OrderDetail }) {
  return (
    <section aria-labelledby="order-happened">
      <h2 className="h2 order-section__title" id="order-happened">
        {messages.title}
      </h2>
      <ol className="order-timeline" reversed>
        {getTimelineEntries(order).map(({ title, detail, Icon, tone, at }, index) => (
          <li key={`${at} ${title} ${index}`}>
            <span className={`dot ${tone}`}>
              <Icon className="i" aria-hidden="true" />
            </span>
            <div>
              <p className="h3">{title}</p>
              {detail && (
                <p className="small muted" dir="auto">
                  {detail}
                </p>
              )}
            </div>
            <span className="order-timeline__time small faint">
              <UtcTime iso={at} />
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}
