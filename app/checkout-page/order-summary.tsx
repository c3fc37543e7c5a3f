import type { ReactNode } from 'react';

import { checkoutPageMessages } from '#content/messages/checkout-page.ts';
import * as checkoutScriptMessages from '#content/messages/checkout-script.ts';
import { formatQuoteTotal } from '#domain/format-price.ts';
import { formatWithSymbol, parsePrice } from '#domain/money.ts';
import { listOfferedBumps } from '#domain/order-bump.ts';
import { quoteOrder } from '#domain/quote.ts';

import type { CheckoutFormProps } from './checkout-page-props.ts';
import {
  getShownQuantity,
  hasSummary,
  listCombinations,
  listPricesWithout,
  toDataProps,
  type PricedPage,
} from './order-combinations.ts';
import { getSellerLang } from './page-language.ts';
import { CUSTOM_AMOUNT, Total } from './price-line.tsx';

const messages = checkoutPageMessages.extras;

type Combination = ReturnType<typeof listCombinations>[number];

/** The texts of a total with and without a discount that ends, for quantities to which the coupon does and doesn't apply. */
function getTotalTexts({ config, discounted }: PricedPage, { choice, pricing }: Combination) {
  if (!config.quantity.enabled || !discounted?.coupon.payments) return {};
  const format = (quote: ReturnType<typeof quoteOrder>) => ('total' in quote ? formatQuoteTotal(quote, pricing) : '');
  return {
    'data-ends': format(quoteOrder(config, choice, discounted.coupon)),
    'data-full': format(quoteOrder(config, choice)),
  };
}

/** Totals of all prices and combinations; the stylesheet shows that of the selected ones. */
export function OrderTotal({ before = '', ...props }: PricedPage & { before?: string }) {
  if (!hasSummary(props)) return <Total {...props} before={before} />;
  return listCombinations(props).map((combination) => (
    <span
      key={`${combination.at} ${combination.bumps}`}
      {...toDataProps(combination)}
      {...(combination.at === CUSTOM_AMOUNT ? { 'data-extra': combination.quote.total, hidden: true } : {})}
    >
      {before}
      <span data-part="total" {...getTotalTexts(props, combination)}>
        {combination.at === CUSTOM_AMOUNT ? '' : formatQuoteTotal(combination.quote, combination.pricing)}
      </span>
    </span>
  ));
}

type CombinationDiscountsProps = {
  combinations: readonly Combination[];
  format: (amount: string) => string;
  /** Shown where the coupon takes nothing off. */
  none?: string;
};

const CombinationDiscounts = ({ combinations, format, none = '' }: CombinationDiscountsProps) =>
  combinations.map((combination) => {
    const { discount, currency } = combination.quote;
    return (
      <span key={`${combination.at} ${combination.bumps}`} {...toDataProps(combination)}>
        <span data-part="discount" hidden={discount === 0}>
          {format(formatWithSymbol(discount, currency))}
        </span>
        {none && <span>{none}</span>}
      </span>
    );
  });

/** What the coupon takes off an order whose total depends on more than the selected price. */
export const OrderSaving = ({ code, ...props }: PricedPage & { code: string }) => (
  <CombinationDiscounts
    combinations={listCombinations(props)}
    format={checkoutScriptMessages.couponSaved}
    none={checkoutScriptMessages.couponNotApplicable(code)}
  />
);

function SummaryRow({ name, count, children }: { name: string; count?: number; children: ReactNode }) {
  return (
    <div>
      <dt>
        {count !== undefined && <span data-part="count">{checkoutPageMessages.quantity.count({ count })}</span>}
        <bdi>{name}</bdi>
      </dt>
      <dd>{children}</dd>
    </div>
  );
}

/** The rows of the extras; the stylesheet shows those that are checked. */
const BumpRows = ({ config }: Pick<CheckoutFormProps, 'config'>) =>
  config.bumps.items.map(({ id, title, price }, index) => {
    const parsed = parsePrice(price.trim(), config.currency);
    const isOffered = (optionId: string) => listOfferedBumps(config, optionId).some((bump) => bump.id === id);
    return (
      <div key={id} data-row={index} data-without={listPricesWithout(config, isOffered)}>
        <dt>
          <bdi lang={getSellerLang(config)}>{title}</bdi>
        </dt>
        <dd>{'error' in parsed ? '' : formatWithSymbol(parsed.amount, config.currency)}</dd>
      </div>
    );
  });

/** The lines and the total of an order with extras or several units. The script announces the total. */
export function OrderSummary(props: CheckoutFormProps) {
  const { config, discounted } = props;
  if (!hasSummary(props)) return null;
  const combinations = listCombinations(props);
  const quantity = getShownQuantity(props);
  const format = (amount: number) => formatWithSymbol(amount, config.currency);
  return (
    <>
      <dl className="co-summary" aria-label={messages.summary}>
        <SummaryRow name={config.productName} {...(config.quantity.enabled ? { count: quantity } : {})}>
          {combinations
            .filter(({ bumps }) => bumps === '')
            .map(({ at, quote }) => (
              <span key={at ?? ''} data-at={at} {...(at === CUSTOM_AMOUNT ? { 'data-extra': 0, hidden: true } : {})}>
                <span data-part="line">{at === CUSTOM_AMOUNT ? '' : format(quote.original)}</span>
              </span>
            ))}
        </SummaryRow>
        <BumpRows config={config} />
        {discounted && (
          <SummaryRow name={discounted.code}>
            <CombinationDiscounts combinations={combinations} format={messages.reduction} />
          </SummaryRow>
        )}
        <SummaryRow name={messages.total}>
          <OrderTotal {...props} />
        </SummaryRow>
      </dl>
      <p className="vh2" role="status" data-part="announced-total" />
    </>
  );
}
