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

import { UtcTime } from '#app/ui/utc-time.tsx';
import type { OrderDetail, OrderMail } from '#domain/order-detail.ts';
import type { OrderEventKind } from '#domain/order-event.ts';

import { eventWords, mailWords, type EventWords } from './order-event-words.ts';

type Look = { Icon: LucideIcon; tone: '' | 'ok' | 'bad' };

const LOOKS: Record<OrderEventKind, Look> = {
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

const mailLook = ({ state }: OrderMail): Look =>
  state === 'failed' || state === 'bounced' ? { Icon: MailX, tone: 'bad' } : { Icon: Mail, tone: '' };

/** `sortGroup`: 0 sorts the checkout request before everything else, because clocks of other systems can differ. */
type Line = EventWords & Look & { at: string; first: 0 | 1 };

/** Events and emails, newest first; entries of the same time keep their order. */
export function linesOf({ events, mails }: Pick<OrderDetail, 'events' | 'mails'>): Line[] {
  const told: Line[] = [
    ...events.map((event): Line => ({
      ...eventWords(event),
      ...LOOKS[event.kind],
      at: event.at,
      first: event.kind === 'pressed_pay' ? 0 : 1,
    })),
    ...mails.map((mail): Line => ({ ...mailWords(mail), ...mailLook(mail), at: mail.at, first: 1 })),
  ];
  return told
    .toSorted((one, other) => one.first - other.first || one.at.localeCompare(other.at))
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
        {linesOf(order).map(({ title, detail, Icon, tone, at }, place) => (
          <li key={`${at} ${title} ${place}`}>
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
