import { Send } from 'lucide-react';
import { Link } from 'react-router';

import { AlertDialog, DialogButton } from '#app/components/dialog.tsx';
import { RichText } from '#app/components/rich-text.tsx';
import { UtcTime } from '#app/components/utc-time.tsx';
import { formatCount } from '#app/components/utils/reader-formats.ts';
import { getBuyerName } from '#app/lib/buyer-name.ts';
import { useRpcMutation } from '#app/lib/rpc/use-rpc-mutation.ts';
import { useRpcQuery } from '#app/lib/rpc/use-rpc-query.ts';
import { deliveryAnalyticsMessages } from '#content/messages/analytics-delivery.ts';
import { orderMessages } from '#content/messages/orders.ts';
import type { AnalyticsPeriod } from '#domain/analytics.ts';
import type { DeliveryAnalytics, UnfetchedOrder } from '#domain/delivery-analytics.ts';

import { calculateShare, formatShare } from './compare-values.ts';
import { FigureCard, FigureList } from './figure-card.tsx';

const messages = deliveryAnalyticsMessages;

const HOUR_MINUTES = 60;
const DAY_MINUTES = 24 * HOUR_MINUTES;

/** `4 min`, `30 h`, `3 days`: rounded, with the unit in which it has at most two digits. */
export function formatMinutes(minutes: number): string {
  const { underMinute, minutes: inMinutes, hours, days } = messages.duration;
  const format = (value: number) => ({ text: formatCount(Math.round(value)) });
  if (minutes < 1) return underMinute;
  if (minutes < HOUR_MINUTES) return inMinutes(format(minutes));
  return minutes < 2 * DAY_MINUTES ? hours(format(minutes / HOUR_MINUTES)) : days(format(minutes / DAY_MINUTES));
}

const toCount = (count: number) => ({ count, text: formatCount(count) });

const formatPart = (count: number, whole: number): string =>
  messages.countAndShare({ text: formatCount(count), share: formatShare(calculateShare(count, whole)) });

function OrderCounts({
  delivery: { orders, withFiles, fetchedWithinDay, unfetched, requestedEmails },
}: {
  delivery: DeliveryAnalytics;
}) {
  const total = [messages.orders, formatCount(orders)] as const;
  const requested = [messages.requestedEmails, formatPart(requestedEmails, orders)] as const;
  if (withFiles === 0) return <FigureList values={[total, requested]} hint={messages.keysOnlyHint} />;
  return (
    <FigureList
      values={[
        total,
        [messages.fetchedWithinDay, formatPart(fetchedWithinDay, withFiles)],
        [messages.unfetched, formatPart(unfetched, withFiles)],
        requested,
      ]}
      hint={messages.ordersHint}
    />
  );
}

type SendDialogProps = { orders: readonly UnfetchedOrder[]; onClose: () => void };

function SendAgainDialog({ orders, onClose }: SendDialogProps) {
  const texts = messages.dialog;
  const { busy, run } = useRpcMutation('send-delivery-emails', {
    success: ({ emails }) => ({ title: texts.done, message: texts.doneText(toCount(emails)) }),
    failureTitle: texts.failed,
  });
  return (
    <AlertDialog
      title={texts.title(toCount(orders.length))}
      description={texts.text}
      cancelLabel={texts.cancel}
      confirmLabel={texts.confirm}
      variant="primary"
      busyLabel={busy && texts.busy}
      onConfirm={() => void run({ orderIds: orders.map(({ id }) => id) }).then(onClose)}
      onClose={onClose}
    />
  );
}

/** The orders whose buyers have not downloaded anything, and a button that emails them again. */
function UnfetchedOrders({ delivery: { unfetched, unfetchedOrders } }: { delivery: DeliveryAnalytics }) {
  const texts = messages.list;
  if (unfetchedOrders.length === 0) return null;
  const withEmail = unfetchedOrders.filter(({ email }) => email !== null);
  return (
    <details className="unfetched-orders small">
      <summary>{texts.show(toCount(unfetched))}</summary>
      {unfetched > unfetchedOrders.length && (
        <p className="muted">{texts.newest({ text: formatCount(unfetchedOrders.length) })}</p>
      )}
      <ul>
        {unfetchedOrders.map((order) => (
          <li key={order.id}>
            <Link className="link" to={`/orders/${order.id}`} dir="auto">
              {getBuyerName(order) ?? orderMessages.unknownBuyer}
            </Link>{' '}
            <span className="faint">
              <RichText text={texts.order(order)} tags={{ time: () => <UtcTime iso={order.paidAt} /> }} />
            </span>
          </li>
        ))}
      </ul>
      {withEmail.length > 0 && (
        <DialogButton
          size="sm"
          Icon={Send}
          renderDialog={(onClose) => <SendAgainDialog orders={withEmail} onClose={onClose} />}
        >
          {texts.sendAgain(toCount(withEmail.length))}
        </DialogButton>
      )}
    </details>
  );
}

/** How buyers fetch what a page delivers. Hidden for pages that deliver neither files nor license keys. */
export function DeliveryCard(query: { pageId: string; period: AnalyticsPeriod }) {
  const { data } = useRpcQuery('get-delivery-analytics', query);
  const delivery = data?.delivery;
  if (!delivery) return null;
  const { minutesToDownload, keysLeft } = delivery;
  return (
    <FigureCard id="delivery" title={messages.title}>
      <OrderCounts delivery={delivery} />
      {minutesToDownload && (
        <FigureList
          values={[
            [messages.median, formatMinutes(minutesToDownload.median)],
            [messages.p95, formatMinutes(minutesToDownload.p95)],
          ]}
          hint={messages.timeHint}
        />
      )}
      {keysLeft !== null && (
        <FigureList values={[[messages.keysLeft, formatCount(keysLeft)]]} hint={messages.keysLeftHint} />
      )}
      <UnfetchedOrders delivery={delivery} />
    </FigureCard>
  );
}
