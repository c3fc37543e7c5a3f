import { formatDiscount, formatQuoteTotal } from '#domain/format-price.ts';
import { BASE_OPTION, configForOption } from '#domain/offer.ts';
import { describePaymentTerms, hasPaymentTerms } from '#domain/payment-terms.ts';

import type { AppliedDiscount, CheckoutPageProps } from './checkout-page-props.ts';
import { hasTerms, listCombinations, listPricesWithout, quoteChoice, toDataProps } from './order-combinations.ts';
import { PriceLine } from './price-line.tsx';

type PageWithTerms = Pick<CheckoutPageProps, 'config' | 'discounted' | 'values' | 'stockLeft'>;

/** The price of an option alone, without its setup fee and free trial. */
function getPlainPrice(config: PageWithTerms['config'], optionId: string): PageWithTerms['config'] {
  const priced = configForOption(config, optionId) ?? config;
  return { ...priced, paymentTerms: { ...priced.paymentTerms, setupFee: '', trialDays: 0 } };
}

/** The discount of each price alone. */
function toPriceDiscount({ config, discounted }: PageWithTerms): AppliedDiscount | null {
  if (!discounted) return null;
  const getTexts = (optionId: string) => {
    const plain = getPlainPrice(config, optionId);
    const quote = quoteChoice({ config: plain, discounted }, { quantity: 1 });
    return quote && formatDiscount(quote, plain);
  };
  const plans = discounted.plans.map((option) => ({ ...option, ...getTexts(option.plan) }));
  return { ...discounted, ...getTexts(BASE_OPTION), plans };
}

/** The sentence about the terms of each price; the stylesheet shows that of the selected price. */
function TermsText(props: PageWithTerms) {
  const { config } = props;
  const isWithTerms = (optionId: string) => hasPaymentTerms(configForOption(config, optionId) ?? config);
  // A click in the preview leads to this field.
  const field = isWithTerms(BASE_OPTION) ? 'paymentTerms' : 'priceOptions';
  return (
    <p className="co-terms-text" data-field={field} data-without={listPricesWithout(config, isWithTerms)}>
      {listCombinations(props).map((combination) => {
        const { at, bumps, quote, pricing } = combination;
        const text = describePaymentTerms(quote, pricing);
        return (
          text && (
            <span key={`${at} ${bumps}`} {...toDataProps(combination)}>
              {/* The script updates the amount after a free trial, which is the first one in the text. */}
              <span data-part={quote.recurring?.trialDays ? 'later' : undefined}>{text}</span>
            </span>
          )
        );
      })}
    </p>
  );
}

/** The price, and when which part of it is due. */
export const PriceWithTerms = (props: PageWithTerms) =>
  hasTerms(props) ? (
    <>
      <PriceLine config={props.config} discounted={toPriceDiscount(props)} />
      <TermsText {...props} />
    </>
  ) : (
    <PriceLine {...props} />
  );

/** The text of an option with payment terms in the list of options; null for any other price. */
export function getTermsTotal(config: PageWithTerms['config'], optionId: string): string | null {
  const priced = configForOption(config, optionId) ?? config;
  const quote = hasPaymentTerms(priced) ? quoteChoice({ config }, { optionId, quantity: 1 }) : null;
  return quote && formatQuoteTotal(quote, priced);
}
