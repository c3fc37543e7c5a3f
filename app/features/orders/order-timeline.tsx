import {
  CalendarOff,
  Check,
  Clock,
  Mail,
  MailX,
  MousePointer2,
  Repeat2,
  Scale,
  ShieldAlert,
  ShieldCheck,
  Undo2,
  X,
  type LucideIcon,
} from 'lucide-react';

import { UtcTime, formatUtc } from '#app/components/utc-time.tsx';
import { formatMoney } from '#domain/money.ts';
import type { OrderDetail, OrderEmail } from '#domain/order-detail.ts';
import type { OrderEventKind, OrderEvent, OrderEventFacts } from '#domain/order-event.ts';
import { REFUND_REASONS } from '#domain/refund.ts';

import { getDisputeReasonLabel, getRefundFailureLabel, REFUND_REASON_LABELS } from './stripe-labels.ts';

type EventText = { title: string; detail: string | null };

const formatEventAmount = ({ amount, currency }: OrderEventFacts): string =>
  amount === undefined || currency === undefined ? '' : ` ${formatMoney(amount, currency)}`;

const formatEventDate = ({ at }: OrderEventFacts, prefix: string): string | null =>
  at ? `${prefix} ${formatUtc(at)} UTC` : null;

const ACTOR_LABELS: Record<NonNullable<OrderEventFacts['by']>, string> = {
  seller: 'By you',
  buyer: 'By the buyer, on their own page',
  provider: 'In the Stripe dashboard',
};

const getActorLabel = ({ by }: OrderEventFacts): string | null => (by ? ACTOR_LABELS[by] : null);

const joinSentences = (...parts: (string | null)[]): string | null =>
  parts.filter((part) => part !== null).join('. ') || null;

function refundReason(reason: string | undefined): string | null {
  const reasonCode = REFUND_REASONS.find((candidate) => candidate === reason);
  return reasonCode ? REFUND_REASON_LABELS[reasonCode] : null;
}

const EVENT_TEXTS: Record<OrderEventKind, (facts: OrderEventFacts) => EventText> = {
  pressed_pay: () => ({ title: 'Pressed pay', detail: 'On your page' }),
  pending: () => ({ title: 'Payment on its way', detail: 'The bank has not confirmed it yet' }),
  payment_failed: () => ({ title: 'Payment failed', detail: 'Nothing was charged' }),
  paid: (facts) => ({ title: `Paid${formatEventAmount(facts)}`, detail: null }),
  renewed: (facts) => ({ title: `Renewed, paid${formatEventAmount(facts)}`, detail: null }),
  renewal_failed: (facts) => ({
    title: `Renewal failed${formatEventAmount(facts)}`,
    detail: formatEventDate(facts, 'Stripe tries again') ?? 'Stripe does not try again',
  }),
  renewal_recovered: (facts) => ({ title: `Overdue renewal paid${formatEventAmount(facts)}`, detail: null }),
  refund_asked: (facts) => ({
    title: `Refund of${formatEventAmount(facts)} under way`,
    detail: joinSentences(getActorLabel(facts), refundReason(facts.reason)),
  }),
  refunded: (facts) => ({
    title: `Refunded${formatEventAmount(facts)}`,
    detail: joinSentences(getActorLabel(facts), refundReason(facts.reason)),
  }),
  refund_failed: (facts) => ({
    title: `Refund of${formatEventAmount(facts)} failed`,
    detail: joinSentences(
      facts.reason ? getRefundFailureLabel(facts.reason) : null,
      'The money is back in your balance',
    ),
  }),
  disputed: (facts) => ({
    title: `Disputed${formatEventAmount(facts)}`,
    detail: joinSentences(
      facts.reason ? getDisputeReasonLabel(facts.reason) : null,
      formatEventDate(facts, 'Answer before'),
    ),
  }),
  dispute_answered: () => ({ title: 'Dispute answered', detail: 'Your answer is with the bank' }),
  dispute_won: (facts) => ({
    title: `Dispute won${formatEventAmount(facts)}`,
    detail: 'The money stays with you',
  }),
  dispute_lost: (facts) => ({
    title: `Dispute lost${formatEventAmount(facts)}`,
    detail: 'The money went back to the buyer',
  }),
  cancellation_set: (facts) => ({
    title: 'Subscription cancelled',
    detail: joinSentences(formatEventDate(facts, 'It runs until'), getActorLabel(facts)),
  }),
  cancellation_undone: (facts) => ({ title: 'Cancellation taken back', detail: getActorLabel(facts) }),
  subscription_ended: (facts) => ({ title: 'Subscription ended', detail: getActorLabel(facts) }),
  receipt_queued: () => ({ title: 'Receipt written', detail: null }),
};

export const describeEvent = ({ kind, facts }: OrderEvent): EventText => EVENT_TEXTS[kind](facts);

const EMAIL_NAMES: Record<OrderEmail['kind'], string> = {
  receipt: 'Receipt',
  renewal_failed: 'Mail about the failed renewal',
  refund_made: 'Mail about the refund',
  subscription_ends: 'Mail about the end of the subscription',
};

const EMAIL_STATE_LABELS: Record<OrderEmail['state'], string> = {
  waiting: 'on its way',
  sent: 'sent',
  failed: 'not delivered',
  bounced: 'came back',
};

/** Describes an email and its delivery state. */
export const describeEmail = ({ kind, to, state, reason }: OrderEmail): EventText => ({
  title: `${EMAIL_NAMES[kind]} ${EMAIL_STATE_LABELS[state]}`,
  detail: joinSentences(`To ${to}`, state === 'sent' ? null : reason),
});

type EventIcon = { Icon: LucideIcon; tone: '' | 'ok' | 'bad' };

const EVENT_ICONS: Record<OrderEventKind, EventIcon> = {
  pressed_pay: { Icon: MousePointer2, tone: '' },
  pending: { Icon: Clock, tone: '' },
  payment_failed: { Icon: X, tone: 'bad' },
  paid: { Icon: Check, tone: 'ok' },
  renewed: { Icon: Repeat2, tone: 'ok' },
  renewal_failed: { Icon: X, tone: 'bad' },
  renewal_recovered: { Icon: Check, tone: 'ok' },
  refund_asked: { Icon: Undo2, tone: '' },
  refunded: { Icon: Undo2, tone: '' },
  refund_failed: { Icon: X, tone: 'bad' },
  disputed: { Icon: ShieldAlert, tone: 'bad' },
  dispute_answered: { Icon: Clock, tone: '' },
  dispute_won: { Icon: ShieldCheck, tone: 'ok' },
  dispute_lost: { Icon: Scale, tone: 'bad' },
  cancellation_set: { Icon: CalendarOff, tone: '' },
  cancellation_undone: { Icon: Repeat2, tone: '' },
  subscription_ended: { Icon: CalendarOff, tone: '' },
  receipt_queued: { Icon: Mail, tone: '' },
};

const getEmailIcon = ({ state }: OrderEmail): EventIcon =>
  state === 'failed' || state === 'bounced' ? { Icon: MailX, tone: 'bad' } : { Icon: Mail, tone: '' };

/** `sortGroup`: 0 sorts the checkout request before everything else, because clocks of other systems can differ. */
type TimelineEntry = EventText & EventIcon & { at: string; sortGroup: 0 | 1 };

/** Events and emails, newest first; entries of the same time keep their order. */
export function getTimelineEntries({ events, mails }: Pick<OrderDetail, 'events' | 'mails'>): TimelineEntry[] {
  const entries: TimelineEntry[] = [
    ...events.map((event): TimelineEntry => ({
      ...describeEvent(event),
      ...EVENT_ICONS[event.kind],
      at: event.at,
      sortGroup: event.kind === 'pressed_pay' ? 0 : 1,
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
        What happened
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
