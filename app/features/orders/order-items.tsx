import { formatMoney } from '#app/lib/format-money.ts';
import { getItemName } from '#content/messages/item-name.ts';
import { orderDetailMessages } from '#content/messages/order-details.ts';
import type { OrderDetail, OrderLine } from '#domain/order-detail.ts';

import { OrderSection } from './order-section.tsx';

const messages = orderDetailMessages.items;

function describeAmounts(line: OrderLine, currency: string): string {
  const { quantity, unit, subtotal, discount, refunded, refundedQuantity, item } = line;
  const amounts = [
    quantity > 1 && messages.unit({ amount: formatMoney(unit, currency) }),
    line.afterTrial && messages.afterTrial,
    messages.subtotal({ amount: formatMoney(subtotal, currency) }),
    discount > 0 && messages.discount({ amount: formatMoney(-discount, currency) }),
    item?.alreadyPaid !== undefined && messages.alreadyPaid({ amount: formatMoney(item.alreadyPaid, currency) }),
    refunded > 0 && messages.refunded({ amount: formatMoney(-refunded, currency), refundedQuantity, quantity }),
  ];
  return amounts.filter(Boolean).join(' · ');
}

/** The product and the extras of an order. Hidden for one unit of a single item, which the receipt shows. */
export function OrderItems({ order }: { order: OrderDetail }) {
  const { lines, currency, refunded, billing } = order;
  if (lines.length < 2 && lines[0]?.quantity === 1) return null;
  const otherRefunds = refunded - lines.reduce((sum, line) => sum + line.refunded, 0);
  return (
    <OrderSection id="order-items" title={messages.title}>
      <ul className="order-payments small">
        {lines.map((line) => (
          <li key={line.key} className="order-payments__line">
            <span>
              <span dir="auto">{getItemName(line)}</span>
              <br />
              <span className="faint">{describeAmounts(line, currency)}</span>
            </span>
            <b className="num">{messages.net({ amount: formatMoney(line.total - line.refunded, currency) })}</b>
          </li>
        ))}
      </ul>
      {billing && <p className="small muted order-items__note">{messages.firstPayment}</p>}
      {otherRefunds > 0 && (
        <p className="small muted order-items__note">
          {messages.otherRefunds({ amount: formatMoney(otherRefunds, currency) })}
        </p>
      )}
    </OrderSection>
  );
}
