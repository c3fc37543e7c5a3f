import { amountsInScope, discountOf, splitDiscount } from '../core/amounts.ts';
import { invalidRequest, missingParam } from '../core/api-error.ts';
import type { CallContext } from '../core/call-context.ts';
import { newId } from '../core/ids.ts';
import type { Objects } from '../core/objects.ts';
import { mergeMetadata, type ParamValues } from '../core/params.ts';
import type { sessionRules } from './checkout-params.ts';
import { readPrice } from './prices.ts';

type Params = ParamValues<typeof sessionRules>;
type Price = Objects['price'];
type Item = Objects['item'];
/** `amount`: what is due today; a recurring line of a trial costs nothing yet. */
type Line = { price: Price; quantity: number; metadata: Record<string, string>; amount: number };

type LineInput = NonNullable<Params['line_items']>[number];

const readLine = (call: CallContext, input: LineInput, param: string, isTrial: boolean): Line => {
  const price = readPrice(call, input, param);
  if (input.quantity === undefined) throw missingParam(`${param}[quantity]`);
  const amount = isTrial && price.recurring ? 0 : (price.unit_amount ?? 0) * input.quantity;
  return { price, quantity: input.quantity, metadata: mergeMetadata(null, input.metadata), amount };
};

const checkLines = (lines: Line[], mode: string): void => {
  const recurring = lines.filter((line) => line.price.recurring).length;
  if (mode === 'payment' && recurring > 0)
    throw invalidRequest(
      'You specified `payment` mode but passed a recurring price. Either switch to `subscription` mode or use only one-time prices.',
      'mode',
    );
  if (mode === 'subscription' && recurring === 0)
    throw invalidRequest(
      'You must provide at least one recurring price in `subscription` mode when using prices.',
      'mode',
    );
  if (mode === 'subscription' && recurring > 20)
    throw invalidRequest('You can only include up to 20 recurring line items.', 'line_items');
  if (new Set(lines.map((line) => line.price.currency)).size > 1)
    throw invalidRequest('All line items must have the same currency.', 'line_items');
};

/** Reads the line items of a session; prices are looked up or created inline. */
export const readLines = (call: CallContext, params: Params): Line[] => {
  const inputs = params.line_items ?? [];
  if (inputs.length === 0) throw missingParam('line_items');
  const isTrial = params.subscription_data?.trial_period_days !== undefined;
  const lines = inputs.map((line, index) => readLine(call, line, `line_items[${index}]`, isTrial));
  checkLines(lines, params.mode);
  return lines;
};

/** `shares`: the discount of each line. */
export type Totals = { currency: string; subtotal: number; discount: number; total: number; shares: number[] };

const sumOf = (amounts: number[]): number => amounts.reduce((sum, amount) => sum + amount, 0);

export const totalsOf = (lines: Line[], coupon: Objects['coupon'] | null, currency: string): Totals => {
  const subtotal = sumOf(lines.map((line) => line.amount));
  const scoped = amountsInScope(
    lines.map(({ amount, price }) => ({ amount, product: price.product })),
    coupon,
  );
  const discount = discountOf(sumOf(scoped), currency, coupon);
  return { currency, subtotal, discount, total: subtotal - discount, shares: splitDiscount(discount, scoped) };
};

export const insertItems = (call: CallContext, session: string, lines: Line[], { shares }: Totals): void => {
  lines.forEach((line, index) => {
    const [amount, share = 0] = [line.amount, shares[index]];
    const product = call.repository.find('product', line.price.product);
    const item: Item = {
      id: newId('li_1', 23),
      object: 'item',
      adjustable_quantity: null,
      amount_discount: share,
      amount_subtotal: amount,
      amount_tax: 0,
      amount_total: amount - share,
      currency: line.price.currency,
      description: product?.name ?? null,
      metadata: line.metadata,
      price: line.price,
      quantity: line.quantity,
      hidden: { session },
    };
    call.repository.insert('item', item);
  });
};

/** Returns a session's items in the order of the request. */
export const itemsOf = (call: CallContext, session: string): Item[] =>
  call.repository.list('item', { 'hidden.session': session }).toReversed();
