import type { PublicCheckoutConfig } from '#domain/checkout-page.ts';
import { parsePrice } from '#domain/money.ts';
import { priceText } from '#domain/price.ts';

import type { CheckoutPageProps } from './checkout-page-props.ts';
import { OWN_AMOUNT, picksOf } from './picks.ts';

type Priced = Pick<CheckoutPageProps, 'config' | 'discounted'>;

/** Returns the formatted total of a page with one price; empty if the price is invalid. */
export function totalText(config: PublicCheckoutConfig, discounted: CheckoutPageProps['discounted']): string {
  if (discounted) return discounted.totalText;
  const price = config.price.trim();
  return 'problem' in parsePrice(price, config.currency) ? '' : priceText({ ...config, price });
}

type AmountProps = { text: string; was?: string | null | undefined; before?: string };

/** An amount with the original price before it; the script finds it by `data-part`. */
export const Amount = ({ text, was, before }: AmountProps) => (
  <>
    {was && (
      <del>
        <span className="vh2">Was </span>
        {was}
      </del>
    )}
    {before}
    <span data-part="total">{text}</span>
  </>
);

/** The total. With several options all totals are rendered, and the stylesheet shows that of the selected option. */
export function Total({ config, discounted, before = '', was }: Priced & { before?: string; was?: boolean }) {
  const picks = picksOf(config, discounted);
  const isOwn = config.payWhatYouWant.enabled;
  const single = totalText(config, discounted);
  if (picks.length === 0 && !isOwn)
    return single && <Amount text={single} was={was ? discounted?.originalText : null} before={before} />;
  return (
    <>
      {picks.map(({ value, text, reduced }, at) => (
        <span key={value} data-at={at}>
          <Amount
            text={reduced?.totalText ?? text}
            was={was ? reduced?.originalText : null}
            before={text && before}
          />
        </span>
      ))}
      {isOwn && (
        <span data-at={OWN_AMOUNT} hidden>
          <Amount text="" before={before} />
        </span>
      )}
    </>
  );
}

export const PriceLine = ({ config, discounted }: Priced) => (
  <p className="co-price" data-field="price" data-part="price">
    {totalText(config, discounted) ? (
      <Total config={config} discounted={discounted} was />
    ) : (
      <span className="co-empty">Price</span>
    )}
  </p>
);
