import { Fragment } from 'react';

import { formatDayAndTime } from '#app/components/utils/reader-formats.ts';
import { formatMoney } from '#app/lib/format-money.ts';
import { orderDetailMessages } from '#content/messages/order-details.ts';
import { orderMessages } from '#content/messages/orders.ts';
import { getCurrency } from '#domain/currencies.ts';
import type { OrderDetail } from '#domain/order-detail.ts';

const messages = orderDetailMessages.receipt;

/** Formats a receipt amount without its currency: `1,047.00`, `−17.80`. */
export function formatReceiptAmount(amount: number, currency: string): string {
  const { symbol, code } = getCurrency(currency);
  const text = formatMoney(amount, currency).replace(new RegExp(` ${code}$`), '');
  return symbol ? text.replace(symbol, '') : text;
}

type LineProps = { label: string; amount: number; currency: string };

/** Negative amounts are red. */
function Line({ label, amount, currency }: LineProps) {
  return (
    <div>
      <span dir="auto">{label}</span>
      <span className="dots" aria-hidden="true" />
      <span className={amount < 0 ? 'num neg' : 'num'}>{formatReceiptAmount(amount, currency)}</span>
    </div>
  );
}

function getStamp({ state, dispute }: OrderDetail): { text: string; tone: string } {
  if (dispute === 'open') return { text: messages.disputedStamp, tone: 'bad' };
  if (dispute === 'lost') return { text: messages.lostStamp, tone: 'bad' };
  const tone = state === 'paid' ? '' : state === 'failed' ? 'bad' : 'soft';
  return { text: orderMessages.states[state].toUpperCase(), tone };
}

/** Later payments, refunds and losses, if there are any. */
function SettlementLines({ order }: { order: OrderDetail }) {
  const { received, refunded, lost, total, currency, payments, paymentPlan } = order;
  if (refunded === 0 && lost === 0 && received === total) return null;
  const renewalCount = payments.filter(({ renewal }) => renewal).length;
  const getLabel = paymentPlan ? messages.laterInstallments : messages.renewals;
  return (
    <div className="lines muted">
      {renewalCount > 0 && (
        <Line label={getLabel({ count: renewalCount })} amount={received - total} currency={currency} />
      )}
      {refunded > 0 && <Line label={messages.refunded} amount={-refunded} currency={currency} />}
      {lost > 0 && <Line label={messages.lost} amount={-lost} currency={currency} />}
      {received > 0 && <Line label={messages.net} amount={received - refunded - lost} currency={currency} />}
    </div>
  );
}

/** The order as a paper receipt. What is due after a free trial costs nothing on it. */
export function OrderReceipt({ order }: { order: OrderDetail }) {
  const { currency, lines, discount, couponCode, total, sellerName, page } = order;
  const stamp = getStamp(order);
  return (
    <div className="torn-edge-shadow">
      <section
        className="tear order-receipt receipt-text"
        aria-label={messages.label({ amount: formatMoney(total, currency) })}
      >
        <div className="order-receipt__header">
          <span dir="auto">{sellerName}</span>
          <span>{orderMessages.orderNumber({ number: order.number })}</span>
        </div>
        <div className="muted">
          <time dateTime={order.createdAt}>{messages.time({ time: formatDayAndTime(order.createdAt) })}</time>
          {page.url && <div>{page.url.replace(/^https?:\/\//, '')}</div>}
        </div>
        <hr className="perf" />
        <div className="lines">
          {lines.map(({ key, name, quantity, subtotal, afterTrial, refunded, refundedQuantity }) => (
            <Fragment key={key}>
              <Line
                label={messages.item({ product: name, quantity })}
                amount={afterTrial ? 0 : subtotal}
                currency={currency}
              />
              {refunded > 0 && lines.length > 1 && (
                <Line
                  label={messages.lineRefunded({ refundedQuantity, quantity })}
                  amount={-refunded}
                  currency={currency}
                />
              )}
            </Fragment>
          ))}
          {discount > 0 && <Line label={couponCode ?? messages.discount} amount={-discount} currency={currency} />}
        </div>
        <hr className="perf" />
        <div className="lines order-receipt__total">
          <Line label={messages.total({ currency })} amount={total} currency={currency} />
        </div>
        <SettlementLines order={order} />
        <span className={`stamp ${stamp.tone}`}>{stamp.text}</span>
      </section>
    </div>
  );
}
