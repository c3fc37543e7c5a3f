import type { Call } from '../call.ts';
import { newId } from '../ids.ts';
import type { Objects } from '../objects.ts';
import { bill } from './bill.ts';
import { requireMethod } from './cards-of.ts';
import type { BilledLine } from './invoice-shape.ts';
import { insertDiscount, lastingDiscounts } from './reductions.ts';
import { paymentRefused } from './refused.ts';
import { insertSubscription, lineFor } from './subscription-shape.ts';

type Subscription = Objects['subscription'];
export type Wish = {
  customer: string;
  lines: { price: Objects['price']; quantity: number; metadata: Record<string, string> }[];
  currency: string;
  description: string | null;
  metadata: Record<string, string>;
  paymentMethod: string | null;
  coupon: string | null;
  trialEnd: number | null;
  missingMethod: 'cancel' | 'create_invoice' | 'pause';
  saveMethod: 'off' | 'on_subscription';
  behavior: 'allow_incomplete' | 'default_incomplete' | 'error_if_incomplete';
};

const payable = 23 * 3600;

const trialLine = (line: BilledLine): BilledLine => ({
  ...line,
  amount: 0,
  description: `Trial period for ${line.description.replace(/^\d+ × /, '')}`,
});

const startTrial = (call: Call, made: Subscription, lines: BilledLine[]): void => {
  bill(call, made.id, { reason: 'subscription_create', lines: lines.map(trialLine), collect: 'now' });
};

/** Charges the first period; the subscription becomes active when it is paid. */
const startPaying = (
  call: Call,
  made: Subscription,
  wish: Wish,
  lines: BilledLine[],
  discount?: string,
): void => {
  const silent = wish.behavior === 'default_incomplete';
  const free = lines.every((line) => line.amount === 0);
  if (!silent && !free) requireMethod(call, made);
  const invoice = bill(call, made.id, {
    reason: 'subscription_create',
    lines,
    discount,
    collect: silent ? 'open' : 'now',
  });
  if (invoice.status === 'paid') return;
  if (wish.behavior === 'error_if_incomplete') throw paymentRefused(call, invoice, 'subscription');
  call.alarm(call.now + payable, 'subscription.incomplete', made.id);
};

/** Creates a subscription through the API, with its first invoice. */
export const subscribe = (call: Call, wish: Wish): Subscription => {
  const { behavior: _, coupon, ...given } = wish;
  const id = newId('sub_1', 23);
  const discount =
    coupon === null
      ? null
      : insertDiscount(call, coupon, { session: null, customer: wish.customer, subscription: id });
  const status = wish.trialEnd === null ? 'incomplete' : 'trialing';
  const discounts = lastingDiscounts(call, coupon, discount);
  const made = insertSubscription(call, { ...given, id, discounts, status });
  call.emit('customer.subscription.created', made);
  const lines = made.items.data.map((item) => lineFor(call, item));
  if (wish.trialEnd === null) startPaying(call, made, wish, lines, discount ?? undefined);
  else startTrial(call, made, lines);
  return call.books.get('subscription', id);
};
