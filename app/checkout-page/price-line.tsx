import { checkoutPageMessages } from '#content/messages/checkout-page.ts';
import * as checkoutScriptMessages from '#content/messages/checkout-script.ts';
import type { PublicCheckoutConfig } from '#domain/checkout-page.ts';
import { formatPrice } from '#domain/format-price.ts';
import { parsePrice } from '#domain/money.ts';

import type { CheckoutPageProps } from './checkout-page-props.ts';
import { CUSTOM_AMOUNT, listPricePicks } from './price-picks.ts';

type Priced = Pick<CheckoutPageProps, 'config' | 'discounted'>;

/** Returns the formatted total of a page with one price; empty if the price is invalid. */
export function getTotalText(config: PublicCheckoutConfig, discounted: CheckoutPageProps['discounted']): string {
  if (discounted) return discounted.totalText;
  const price = config.price.trim();
  return 'error' in parsePrice(price, config.currency) ? '' : formatPrice({ ...config, price });
}

type PriceAmountProps = { text: string; was?: string | null | undefined; before?: string };

/** An amount with the original price before it; the script finds it by `data-part`. */
export const PriceAmount = ({ text, was, before }: PriceAmountProps) => (
  <>
    {was && (
      <del>
        <span className="vh2">{checkoutScriptMessages.originalPrice}</span>
        {was}
      </del>
    )}
    {before}
    <span data-part="total">{text}</span>
  </>
);

/** The total. With several options all totals are rendered, and the stylesheet shows that of the selected option. */
export function Total({ config, discounted, before = '', was }: Priced & { before?: string; was?: boolean }) {
  const picks = listPricePicks(config, discounted);
  const isPayWhatYouWant = config.payWhatYouWant.enabled;
  const single = getTotalText(config, discounted);
  if (picks.length === 0 && !isPayWhatYouWant)
    return single && <PriceAmount text={single} was={was ? discounted?.originalText : null} before={before} />;
  return (
    <>
      {picks.map(({ value, text, reduced }, index) => (
        <span key={value} data-at={index}>
          <PriceAmount
            text={reduced?.totalText ?? text}
            was={was ? reduced?.originalText : null}
            before={text && before}
          />
        </span>
      ))}
      {isPayWhatYouWant && (
        <span data-at={CUSTOM_AMOUNT} hidden>
          <PriceAmount text="" before={before} />
        </span>
      )}
    </>
  );
}

export const PriceLine = ({ config, discounted }: Priced) => (
  <p className="co-price" data-field="price" data-part="price">
    {getTotalText(config, discounted) ? (
      <Total config={config} discounted={discounted} was />
    ) : (
      <span className="co-empty">{checkoutPageMessages.placeholders.price}</span>
    )}
  </p>
);
