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

import { UtcTime } from '#app/components/utc-time.tsx';
import type { OrderDetail, OrderEmail } from '#domain/order-detail.ts';
import type { OrderEventKind } from '#domain/order-event.ts';

import { describeEvent, describeEmail, type EventText } from './order-event-text.ts';

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

/** Timeline of an order. */
export function OrderTimeline({ order }: { order: OrderDetail }) {
  return (
    <section aria-labelledby="order-happened">
      <h2 className="h2 order-title" id="order-happened">
        What happened
      </h2>
      <ol className="order-time" reversed>
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
            <span className="order-at small faint">
              <UtcTime iso={at} />
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}
