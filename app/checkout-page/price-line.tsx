import { checkoutPageMessages } from '#content/messages/checkout-page.ts';
import * as checkoutScriptMessages from '#content/messages/checkout-script.ts';
import type { PublicCheckoutConfig } from '#domain/checkout-page.ts';
import { formatPrice } from '#domain/format-price.ts';
import { parsePrice } from '#domain/money.ts';
import { BASE_OPTION, listPriceOptions } from '#domain/offer.ts';

import type { AppliedDiscount, CheckoutPageProps } from './checkout-page-props.ts';

type ReducedPrice = Pick<AppliedDiscount, 'originalText' | 'totalText' | 'savedText' | 'total'>;

/** A price that buyers can select; `value` is the value of its radio input. */
export type PricePick = {
  value: string;
  name: string;
  text: string;
  /** Minor units; 0 if the price is invalid. */
  amount: number;
  reduced: ReducedPrice | null;
};

/** Marker of totals that show the buyer's own amount instead of a pick. */
export const CUSTOM_AMOUNT = 'own';

/** Lists the prices that buyers can select; empty if there is only one. */
export function listPricePicks(config: PublicCheckoutConfig, discounted?: AppliedDiscount | null): PricePick[] {
  const { payWhatYouWant, currency } = config;
  if (payWhatYouWant.enabled)
    return payWhatYouWant.presets
      .map((preset) => preset.trim())
      .filter((price) => !('error' in parsePrice(price, currency)))
      .map((price) => ({ ...toPick({ ...config, price }), value: price, name: '', reduced: null }));
  const options = listPriceOptions(config);
  if (options.length < 2) return [];
  return options.map((option) => ({
    ...toPick({ ...config, ...option }),
    value: option.id,
    name: option.name,
    reduced: findReducedPrice(option.id, discounted),
  }));
}

function toPick(config: Parameters<typeof formatPrice>[0]) {
  const price = config.price.trim();
  const parsed = parsePrice(price, config.currency);
  return 'error' in parsed
    ? { text: '', amount: 0 }
    : { text: formatPrice({ ...config, price }), amount: parsed.amount };
}

/** Returns the reduced price of an option; null if the code does not reduce this option. */
export function findReducedPrice(option: string, discounted: AppliedDiscount | null | undefined): ReducedPrice | null {
  const isBase = option === BASE_OPTION;
  const reduced = isBase ? discounted : discounted?.plans.find(({ plan }) => plan === option);
  return reduced && reduced.totalText !== reduced.originalText ? reduced : null;
}

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

/** Where buyers choose a quantity, this is the price of one unit without a coupon, which can be for the whole order. */
export function PriceLine({ config, discounted }: Priced) {
  const isPerUnit = config.quantity.enabled;
  const shownDiscount = isPerUnit ? null : discounted;
  return (
    <p className="co-price" data-field="price" data-part="price">
      {getTotalText(config, shownDiscount) ? (
        <Total config={config} discounted={shownDiscount} was />
      ) : (
        <span className="co-empty">{checkoutPageMessages.placeholders.price}</span>
      )}
      {isPerUnit && <small>{checkoutPageMessages.quantity.each}</small>}
    </p>
  );
}
