import type { ReactNode } from 'react';

import { checkoutPageMessages } from '#content/messages/checkout-page.ts';
import * as checkoutScriptMessages from '#content/messages/checkout-script.ts';
import { formatComputedPrice, formatQuoteTotal, type Pricing } from '#domain/format-price.ts';
import { formatWithSymbol, parsePrice } from '#domain/money.ts';
import { BASE_OPTION, configForOption, listPriceOptions } from '#domain/offer.ts';
import { listOfferedBumps, type OrderBump } from '#domain/order-bump.ts';
import { quoteOrder, type Quote } from '#domain/quote.ts';

import type { CheckoutFormProps, CheckoutPageProps } from './checkout-page-props.ts';
import { getSellerLang } from './page-language.ts';
import { CUSTOM_AMOUNT, findReducedPrice, listPricePicks, Total } from './price-line.tsx';

const messages = checkoutPageMessages.extras;

type Priced = Pick<CheckoutPageProps, 'config' | 'discounted'>;

export const hasBumps = ({ config }: Pick<CheckoutPageProps, 'config'>): boolean => config.bumps.items.length > 0;

/** A price that buyers can select. `at`: its `data-at`; undefined if the page has one price. */
type SelectablePrice = { at?: number | string; optionId: string; config: CheckoutPageProps['config'] };

function listSelectablePrices({ config, discounted }: Priced): SelectablePrice[] {
  const picks = listPricePicks(config, discounted);
  if (!config.payWhatYouWant.enabled)
    return picks.length > 0
      ? picks.map(({ value }, at) => ({ at, optionId: value, config }))
      : [{ optionId: BASE_OPTION, config }];
  const presets = picks.map(({ value }, at) => ({ at, optionId: BASE_OPTION, config: { ...config, price: value } }));
  return [...presets, { at: CUSTOM_AMOUNT, optionId: BASE_OPTION, config: { ...config, price: '0' } }];
}

/** The quote of each price with each combination of order bumps. `bumps`: indexes of the bumps, as in `data-with`. */
type Combination = SelectablePrice & { bumps: string; pricing: Pricing; quote: Quote };

function listCombinations({ config, discounted }: Priced): Combination[] {
  const { items } = config.bumps;
  const subsets = items.reduce<number[][]>(
    (lists, _, index) => [...lists, ...lists.map((list) => [...list, index])],
    [[]],
  );
  return listSelectablePrices({ config, discounted }).flatMap((price) => {
    const coupon = findReducedPrice(price.optionId, discounted) && discounted ? discounted.coupon : null;
    return subsets.flatMap((subset) => {
      const ids = subset.flatMap((index) => items[index]?.id ?? []);
      const quote = quoteOrder(price.config, { optionId: price.optionId, bumps: ids }, coupon);
      if (!('total' in quote)) return [];
      const pricing = configForOption(price.config, price.optionId) ?? price.config;
      return [{ ...price, bumps: subset.join(' '), pricing, quote }];
    });
  });
}

const toDataProps = ({ at, bumps }: Pick<Combination, 'at' | 'bumps'>) => ({ 'data-at': at, 'data-with': bumps });

/** Totals of all prices and combinations; the stylesheet shows that of the selected ones. */
export function OrderTotal({ before = '', ...props }: Priced & { before?: string }) {
  if (!hasBumps(props)) return <Total {...props} before={before} />;
  return listCombinations(props).map((combination) => (
    <span
      key={`${combination.at} ${combination.bumps}`}
      {...toDataProps(combination)}
      {...(combination.at === CUSTOM_AMOUNT ? { 'data-extra': combination.quote.total, hidden: true } : {})}
    >
      {before}
      <span data-part="total">
        {combination.at === CUSTOM_AMOUNT ? '' : formatQuoteTotal(combination.quote, combination.pricing)}
      </span>
    </span>
  ));
}

/** Space-separated indexes of the prices without this bump, which the stylesheet hides then. */
const getPricesWithout = (
  { config, discounted }: Priced,
  isOffered: (optionId: string) => boolean,
): string | undefined =>
  listSelectablePrices({ config, discounted })
    .flatMap(({ at, optionId }) => (at === undefined || isOffered(optionId) ? [] : [at]))
    .join(' ') || undefined;

/** Price of an order bump in the format of the page: `$9.00 USD/month`. */
function BumpPrice({ bump, config }: Pick<CheckoutPageProps, 'config'> & { bump: OrderBump }) {
  const repeating = listPriceOptions(config).find(({ paymentType }) => paymentType === 'subscription');
  const pricing =
    bump.billing === 'with-price' && repeating
      ? { ...config, ...repeating }
      : { ...config, paymentType: 'one-time' as const };
  const format = (text: string) => {
    const parsed = parsePrice(text.trim(), config.currency);
    return 'error' in parsed ? '' : formatComputedPrice(parsed.amount, pricing);
  };
  const regularPrice = format(bump.regularPrice);
  return (
    <span className="co-extra-price">
      {regularPrice && (
        <del>
          <span className="vh2">{checkoutScriptMessages.originalPrice}</span>
          {regularPrice}
        </del>
      )}
      <span>{messages.price({ price: format(bump.price) })}</span>
    </span>
  );
}

/** Optional extras, never checked beforehand: only the buyer's own choice is. */
export function OrderBumps(props: CheckoutFormProps) {
  const { config, values, prefix } = props;
  if (!hasBumps(props)) return null;
  const offeredWith = (optionId: string) => listOfferedBumps(config, optionId);
  return (
    <fieldset
      className="co-extras"
      data-field="bumps"
      data-without={getPricesWithout(props, (optionId) => offeredWith(optionId).length > 0)}
    >
      <legend>{messages.title}</legend>
      {config.bumps.items.map((bump, index) => (
        <label
          key={bump.id}
          className="co-extra"
          data-without={getPricesWithout(props, (optionId) => offeredWith(optionId).some(({ id }) => id === bump.id))}
        >
          <input
            type="checkbox"
            name="bump"
            id={`${prefix}bump-${index}`}
            value={bump.id}
            data-bump={index}
            defaultChecked={values?.bumps?.includes(bump.id)}
          />
          <b>
            <bdi lang={getSellerLang(config)}>{bump.title || checkoutPageMessages.placeholders.extraTitle}</bdi>
          </b>
          <BumpPrice bump={bump} config={config} />
          {bump.text && <span className="co-extra-text">{bump.text}</span>}
          {bump.image && <img src={bump.image} alt="" width={96} height={96} loading="lazy" decoding="async" />}
        </label>
      ))}
    </fieldset>
  );
}

function SummaryRow({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>
        <bdi>{name}</bdi>
      </dt>
      <dd>{children}</dd>
    </div>
  );
}

/** The lines and the total of an order with extras. The script announces the total. */
export function OrderSummary(props: CheckoutFormProps) {
  const { config, discounted } = props;
  if (!hasBumps(props)) return null;
  const combinations = listCombinations(props);
  const alone = combinations.filter(({ bumps }) => bumps === '');
  const format = (amount: number) => formatWithSymbol(amount, config.currency);
  return (
    <>
      <dl className="co-summary" aria-label={messages.summary}>
        <SummaryRow name={config.productName}>
          {alone.map(({ at, quote }) => (
            <span key={at ?? ''} data-at={at} {...(at === CUSTOM_AMOUNT ? { 'data-extra': 0, hidden: true } : {})}>
              <span data-part="line">{at === CUSTOM_AMOUNT ? '' : format(quote.original)}</span>
            </span>
          ))}
        </SummaryRow>
        {config.bumps.items.map(({ id, title, price }, index) => {
          const parsed = parsePrice(price.trim(), config.currency);
          const without = getPricesWithout(props, (optionId) =>
            listOfferedBumps(config, optionId).some((bump) => bump.id === id),
          );
          return (
            <div key={id} data-row={index} data-without={without}>
              <dt>
                <bdi lang={getSellerLang(config)}>{title}</bdi>
              </dt>
              <dd>{'error' in parsed ? '' : format(parsed.amount)}</dd>
            </div>
          );
        })}
        {discounted && (
          <SummaryRow name={discounted.code}>
            {combinations.map((combination) => (
              <span key={`${combination.at} ${combination.bumps}`} {...toDataProps(combination)}>
                −{format(combination.quote.discount)}
              </span>
            ))}
          </SummaryRow>
        )}
        <SummaryRow name={messages.total}>
          <OrderTotal config={config} discounted={discounted} />
        </SummaryRow>
      </dl>
      <p className="vh2" role="status" data-part="announced-total" />
    </>
  );
}
