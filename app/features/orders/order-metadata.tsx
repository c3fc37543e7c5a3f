import { orderDetailMessages } from '#content/messages/order-details.ts';
import type { OrderDetail } from '#domain/order-detail.ts';

import { OrderSection } from './order-section.tsx';

const messages = orderDetailMessages.metadata;

/** Data that the seller's program attached to the order; nothing without any. */
export function OrderMetadata({ order: { externalId, metadata } }: { order: OrderDetail }) {
  const entries = [...(externalId === null ? [] : [[messages.externalId, externalId]]), ...Object.entries(metadata)];
  if (entries.length === 0) return null;
  return (
    <OrderSection id="order-metadata" title={messages.title}>
      <dl className="order-answers small">
        {entries.map(([name, value]) => (
          <div key={name}>
            <dt dir="auto">{name}</dt>
            <dd dir="auto">{value}</dd>
          </div>
        ))}
      </dl>
    </OrderSection>
  );
}
