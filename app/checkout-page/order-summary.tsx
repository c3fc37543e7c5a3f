import type { ReactNode } from 'react';

import { checkoutPageMessages } from '#content/messages/checkout-page.ts';
import * as checkoutScriptMessages from '#content/messages/checkout-script.ts';
import { formatComputedPrice, formatQuoteTotal } from '#domain/format-price.ts';
import { formatWithSymbol, parsePrice } from '#domain/money.ts';
import { listOfferedBumps } from '#domain/order-bump.ts';
import { hasPaymentTerms } from '#domain/payment-terms.ts';
import { getDiscount, getProductAmount, getSaving, quoteOrder, SETUP_FEE_LINE, type Quote } from '#domain/quote.ts';

import type { CheckoutFormProps } from './checkout-page-props.ts';
import {
  getShownQuantity,
  hasSummary,
  hasTerms,
  listCombinations,
  listPricesWithout,
  toDataProps,
  type PricedPage,
} from './order-combinations.ts';
import { getSellerLang } from './page-language.ts';
import { CUSTOM_AMOUNT, Total } from './price-line.tsx';

const messages = checkoutPageMessages.extras;

type Combination = ReturnType<typeof listCombinations>[number];
type FormatTotal = (quote: Quote, pricing: Combination['pricing']) => string;

const formatDue: FormatTotal = ({ total }, pricing) =>
  formatComputedPrice(total, { ...pricing, paymentType: 'one-time' });

/** What is due at once, where the total is more than that. */
export const formatDueToday: FormatTotal = (quote, pricing) =>
  hasPaymentTerms(pricing) ? messages.today({ due: formatDue(quote, pricing) }) : formatQuoteTotal(quote, pricing);

/** The texts of a total with and without a discount that ends, for quantities to which the coupon does and doesn't apply. */
function getTotalTexts({ config, discounted }: PricedPage, { choice, pricing }: Combination, formatTotal: FormatTotal) {
  if (!config.quantity.enabled || !discounted?.coupon.payments) return {};
  const format = (quote: ReturnType<typeof quoteOrder>) => ('total' in quote ? formatTotal(quote, pricing) : '');
  return {
    'data-ends': format(quoteOrder(config, choice, discounted.coupon)),
    'data-full': format(quoteOrder(config, choice)),
  };
}

type OrderTotalProps = PricedPage & { before?: string; format?: FormatTotal };

/** Totals of all prices and combinations; the stylesheet shows that of the selected ones. */
export function OrderTotal({ before = '', format = formatQuoteTotal, ...props }: OrderTotalProps) {
  if (!hasSummary(props)) return <Total {...props} before={before} />;
  return listCombinations(props).map((combination) => (
    <span
      key={`${combination.at} ${combination.bumps}`}
      {...toDataProps(combination)}
      {...(combination.at === CUSTOM_AMOUNT ? { 'data-extra': combination.quote.total, hidden: true } : {})}
    >
      {before}
      <span data-part="total" {...getTotalTexts(props, combination, format)}>
        {combination.at === CUSTOM_AMOUNT ? '' : format(combination.quote, combination.pricing)}
      </span>
    </span>
  ));
}

type CombinationsProps = { combinations: readonly Combination[] };
type CombinationDiscountsProps = CombinationsProps & {
  format: (amount: string) => string;
  getAmount?: (quote: Quote) => number;
  /** Shown where the coupon takes nothing off. */
  none?: string;
};

const CombinationDiscounts = ({
  combinations,
  format,
  getAmount = getDiscount,
  none = '',
}: CombinationDiscountsProps) =>
  combinations.map((combination) => {
    const { quote } = combination;
    const discount = getAmount(quote);
    return (
      <span key={`${combination.at} ${combination.bumps}`} {...toDataProps(combination)}>
        <span data-part="discount" hidden={discount === 0}>
          {format(formatWithSymbol(discount, quote.currency))}
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
    getAmount={getSaving}
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

type SummaryProps = Pick<CheckoutFormProps, 'config'> & CombinationsProps;

/** Says after an amount that it is due when the free trial ends. */
function getTrialNote({ recurring }: Quote): string {
  const days = recurring?.trialDays ?? 0;
  return days > 0 ? messages.afterTrial({ days }) : '';
}

/** The rows of the extras; the stylesheet shows those that are checked. */
const BumpRows = ({ config, combinations }: SummaryProps) =>
  config.bumps.items.map(({ id, title, price, billing }, index) => {
    const parsed = parsePrice(price.trim(), config.currency);
    const isOffered = (optionId: string) => listOfferedBumps(config, optionId).some((bump) => bump.id === id);
    return (
      <div key={id} data-row={index} data-without={listPricesWithout(config, isOffered)}>
        <dt>
          <bdi lang={getSellerLang(config)}>{title}</bdi>
        </dt>
        <dd>
          {'error' in parsed ? '' : formatWithSymbol(parsed.amount, config.currency)}
          {billing === 'with-price' &&
            combinations.map(({ at, quote }) => {
              const note = getTrialNote(quote);
              return (
                note && (
                  <span key={at ?? ''} className="co-summary-note" data-at={at}>
                    {note}
                  </span>
                )
              );
            })}
        </dd>
      </div>
    );
  });

/** The setup fee of each price. */
function SetupFeeRow({ config, combinations }: SummaryProps) {
  const fees = combinations.flatMap(({ at, optionId, quote }) => {
    const line = quote.lines.find(({ key }) => key === SETUP_FEE_LINE);
    return line ? [{ at, optionId, line }] : [];
  });
  const [first] = fees;
  if (!first) return null;
  const hasFee = (id: string) => fees.some(({ optionId }) => optionId === id);
  return (
    <div data-without={listPricesWithout(config, hasFee)}>
      <dt>{first.line.name}</dt>
      <dd>
        {fees.map(({ at, line }) => (
          <span key={at ?? ''} data-at={at}>
            {formatWithSymbol(line.total, config.currency)}
          </span>
        ))}
      </dd>
    </div>
  );
}

/** The price of all units of the product. */
const ProductAmount = ({ config, combinations }: SummaryProps) =>
  combinations.map(({ at, quote }) => {
    const isCustom = at === CUSTOM_AMOUNT;
    const note = getTrialNote(quote);
    return (
      <span key={at ?? ''} data-at={at} {...(isCustom ? { 'data-extra': 0, hidden: true } : {})}>
        <span data-part="line">{isCustom ? '' : formatWithSymbol(getProductAmount(quote), config.currency)}</span>
        {note && <span className="co-summary-note">{note}</span>}
      </span>
    );
  });

/** The lines and the total of an order with extras, several units or payment terms. The script announces the total. */
export function OrderSummary(props: CheckoutFormProps) {
  const { config, discounted } = props;
  if (!hasSummary(props)) return null;
  const combinations = listCombinations(props);
  const quantity = getShownQuantity(props);
  const withoutBumps = combinations.filter(({ bumps }) => bumps === '');
  const isAlwaysShown = hasTerms(props);
  return (
    <>
      <dl className="co-summary" aria-label={messages.summary} data-shown={isAlwaysShown || undefined}>
        <SummaryRow name={config.productName} {...(config.quantity.enabled ? { count: quantity } : {})}>
          <ProductAmount config={config} combinations={withoutBumps} />
        </SummaryRow>
        <SetupFeeRow config={config} combinations={withoutBumps} />
        <BumpRows config={config} combinations={withoutBumps} />
        {discounted && (
          <SummaryRow name={discounted.code}>
            <CombinationDiscounts combinations={combinations} format={messages.reduction} />
          </SummaryRow>
        )}
        <SummaryRow name={messages.total}>
          <OrderTotal {...props} />
        </SummaryRow>
        {isAlwaysShown && (
          <SummaryRow name={messages.dueToday}>
            <OrderTotal {...props} format={formatDue} />
          </SummaryRow>
        )}
      </dl>
      <p className="vh2" role="status" data-part="announced-total" />
    </>
  );
}
