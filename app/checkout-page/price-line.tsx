import type { PublicCheckoutConfig } from '#domain/checkout-page.ts';
import { parsePrice } from '#domain/money.ts';
import { priceText } from '#domain/price.ts';

import type { CheckoutPageProps } from './checkout-page-props.ts';

/** What is paid, in words; empty while the page has no price that can be read. */
export function totalText(config: PublicCheckoutConfig, discounted: CheckoutPageProps['discounted']): string {
  if (discounted) return discounted.totalText;
  const price = config.price.trim();
  return 'problem' in parsePrice(price, config.currency) ? '' : priceText({ ...config, price });
}

export function PriceLine({ config, discounted }: Pick<CheckoutPageProps, 'config' | 'discounted'>) {
  const total = totalText(config, discounted);
  return (
    <p className="co-price" data-field="price" data-part="price">
      {discounted && (
        <del>
          <span className="vh2">Was </span>
          {discounted.originalText}
        </del>
      )}
      {total ? <span data-part="total">{total}</span> : <span className="co-empty">Price</span>}
    </p>
  );
}
