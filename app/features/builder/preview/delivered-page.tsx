import { PaymentResult } from '#app/checkout-page/payment-result.tsx';
import type { CheckoutPageConfig } from '#domain/checkout-page.ts';
import type { Deliverable } from '#domain/deliverable.ts';
import { areFiles } from '#domain/delivered.ts';
import type { Receipt } from '#domain/order.ts';
import { quoteOrder } from '#domain/quote.ts';
import { listSampleDelivery } from '#domain/sample-delivery.ts';

/** An order of the page at its first price. */
function createSampleOrder(config: CheckoutPageConfig, now: number): Receipt {
  const quote = quoteOrder(config, {});
  const total = 'error' in quote ? 0 : quote.total;
  const productName = config.productName.trim();
  return {
    number: 1,
    productName,
    currency: config.currency,
    total,
    discount: 0,
    couponCode: null,
    email: null,
    createdAt: new Date(now).toISOString(),
    items: [{ name: productName, quantity: 1, amount: total }],
    delivery: null,
    pending: null,
    subscription: null,
  };
}

type DeliveredPageProps = {
  config: CheckoutPageConfig;
  deliverables: readonly Deliverable[];
  sellerName: string | null;
  now: number;
};

/** What a buyer sees after the payment, with everything that the page delivers. */
export function DeliveredPage({ config, deliverables, sellerName, now }: DeliveredPageProps) {
  const { logo, accentColor, fonts, language, successMessage } = config;
  const items = listSampleDelivery(config, deliverables, { now, getFileUrl: () => '#' });
  return (
    <PaymentResult
      state="paid"
      page={{ logo, accentColor, fonts, language, sellerName }}
      order={createSampleOrder(config, now)}
      message={successMessage}
      delivery={{ kind: 'here', areFiles: areFiles(items), items }}
    />
  );
}
