import type { CallContext } from '../core/call-context.ts';
import { newId } from '../core/ids.ts';
import type { Objects } from '../core/objects.ts';
import { billSubscription, paymentFailed } from './bill-subscription.ts';
import { insertDiscount, keepLastingDiscounts } from './discounts.ts';
import type { BilledLine } from './invoice-object.ts';
import { insertSubscription, buildPeriodLine } from './subscription-object.ts';
import { requirePaymentMethod } from './subscription-payment-method.ts';

type Subscription = Objects['subscription'];
export type SubscriptionInput = {
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

const PAYMENT_WINDOW_S = 23 * 3600;

const toTrialLine = (line: BilledLine): BilledLine => ({
  ...line,
  amount: 0,
  description: `Trial period for ${line.description.replace(/^\d+ × /, '')}`,
});

/** Charges the first period; the subscription becomes active when it is paid. */
const chargeFirstPeriod = (
  call: CallContext,
  subscription: Subscription,
  input: SubscriptionInput,
  lines: BilledLine[],
  discount?: string,
): void => {
  const isDeferred = input.behavior === 'default_incomplete';
  const isFree = lines.every((line) => line.amount === 0);
  if (!isDeferred && !isFree) requirePaymentMethod(call, subscription);
  const invoice = billSubscription(call, subscription.id, {
    reason: 'subscription_create',
    lines,
    discount,
    collection: isDeferred ? 'open' : 'now',
  });
  if (invoice.status === 'paid') return;
  if (input.behavior === 'error_if_incomplete') throw paymentFailed(call, invoice, 'subscription');
  call.schedule(call.now + PAYMENT_WINDOW_S, 'subscription.incomplete', subscription.id);
};

/** Creates a subscription through the API, with its first invoice. */
export const createSubscription = (call: CallContext, input: SubscriptionInput): Subscription => {
  const { behavior: _, coupon, ...fields } = input;
  const id = newId('sub_1', 23);
  const discount =
    coupon === null
      ? null
      : insertDiscount(call, coupon, { session: null, customer: input.customer, subscription: id });
  const status = input.trialEnd === null ? 'incomplete' : 'trialing';
  const discounts = keepLastingDiscounts(call, coupon, discount);
  const subscription = insertSubscription(call, { ...fields, id, discounts, status });
  const lines = subscription.items.data.map((item) => buildPeriodLine(call, item));
  if (input.trialEnd === null) chargeFirstPeriod(call, subscription, input, lines, discount ?? undefined);
  else billSubscription(call, id, { reason: 'subscription_create', lines: lines.map(toTrialLine), collection: 'now' });
  return call.repository.get('subscription', id);
};
