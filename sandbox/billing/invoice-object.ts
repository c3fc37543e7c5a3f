import type Stripe from 'stripe';

import { splitDiscount } from '../core/amounts.ts';
import type { CallContext } from '../core/call-context.ts';
import { getAccount } from '../core/connected-accounts.ts';
import { newId } from '../core/ids.ts';
import type { Objects } from '../core/objects.ts';

type Invoice = Objects['invoice'];
type Customer = Objects['customer'];

/** One line to be billed. `amount` is in minor units, negative for a credit. */
export type BilledLine = {
  amount: number;
  description: string;
  price: Objects['price'];
  quantity: number;
  period: { start: number; end: number };
  proration: boolean;
  subscriptionItem: string;
};
/** The amount that a discount takes off an invoice. It does not apply to prorations. */
export type Reduction = { discount: string; amount: number; coupon: Objects['coupon'] };
export type Draft = {
  id: string;
  subscription: Objects['subscription'];
  reason: NonNullable<Invoice['billing_reason']>;
  lines: BilledLine[];
  reduction: Reduction | null;
};

/** A one-time price belongs to no subscription item. */
const buildLineParent = (subscription: string, line: BilledLine): Stripe.InvoiceLineItem['parent'] =>
  line.subscriptionItem === ''
    ? {
        invoice_item_details: {
          invoice_item: newId('ii_1', 23),
          proration: false,
          proration_details: { credited_items: null },
          subscription,
        },
        subscription_item_details: null,
        type: 'invoice_item_details',
      }
    : buildItemParent(subscription, line);

const buildItemParent = (subscription: string, line: BilledLine): Stripe.InvoiceLineItem['parent'] => ({
  invoice_item_details: null,
  subscription_item_details: {
    invoice_item: null,
    proration: line.proration,
    proration_details: { credited_items: null },
    subscription,
    subscription_item: line.subscriptionItem,
  },
  type: 'subscription_item_details',
});

const buildLine = (draft: Draft, line: BilledLine, discount: number | null): Stripe.InvoiceLineItem => {
  const { subscription, reduction } = draft;
  return {
    id: newId('il_1', 23),
    object: 'line_item',
    amount: line.amount,
    currency: subscription.currency,
    description: line.description,
    discount_amounts:
      reduction === null || discount === null ? [] : [{ amount: discount, discount: reduction.discount }],
    discountable: !line.proration,
    discounts: [],
    invoice: draft.id,
    livemode: false,
    metadata: subscription.metadata,
    parent: buildLineParent(subscription.id, line),
    period: line.period,
    pretax_credit_amounts: [],
    pricing: {
      price_details: { price: line.price.id, product: line.price.product },
      type: 'price_details',
      unit_amount_decimal: line.price.unit_amount_decimal,
    },
    quantity: line.quantity,
    quantity_decimal: String(line.quantity) as unknown as Stripe.Decimal,
    subscription: subscription.id,
    subtotal: line.amount,
    taxes: [],
  };
};

/** Whether a coupon lowers the line: it is no proration, and its product is in the coupon's scope. */
export const isDiscountable = ({ proration, price }: BilledLine, coupon: Objects['coupon'] | null): boolean => {
  const products = coupon?.hidden.products;
  return !proration && (!products || products.includes(price.product));
};

const buildLines = (draft: Draft): Stripe.InvoiceLineItem[] => {
  const discountable = draft.lines.filter((line) => isDiscountable(line, draft.reduction?.coupon ?? null));
  const shares = splitDiscount(
    draft.reduction?.amount ?? 0,
    discountable.map((line) => line.amount),
  );
  return draft.lines.map((line) => buildLine(draft, line, shares[discountable.indexOf(line)] ?? null));
};

const amountFields = ({ lines, reduction }: Draft) => {
  const subtotal = lines.reduce((sum, line) => sum + line.amount, 0);
  const total = subtotal - (reduction?.amount ?? 0);
  const discounts = reduction === null ? [] : [{ amount: reduction.amount, discount: reduction.discount }];
  return {
    amount_due: Math.max(total, 0),
    amount_overpaid: 0,
    amount_paid: 0,
    amount_remaining: Math.max(total, 0),
    amount_shipping: 0,
    ending_balance: null,
    post_payment_credit_notes_amount: 0,
    pre_payment_credit_notes_amount: 0,
    starting_balance: 0,
    subtotal,
    subtotal_excluding_tax: subtotal,
    total,
    total_discount_amounts: discounts,
    total_excluding_tax: total,
    total_pretax_credit_amounts: discounts.map((entry) => ({ ...entry, type: 'discount' as const })),
    total_taxes: [],
  };
};

const customerFields = (customer: Customer) => ({
  customer: customer.id,
  customer_account: null,
  customer_address: customer.address ?? null,
  customer_email: customer.email,
  customer_name: customer.name ?? null,
  customer_phone: customer.phone ?? null,
  customer_shipping: null,
  customer_tax_exempt: 'none' as const,
  customer_tax_ids: [],
});

/** Fields with the same value on every invoice of the sandbox. */
const CONSTANT_FIELDS = {
  account_tax_ids: null,
  application: null,
  automatic_tax: { disabled_reason: null, enabled: false, liability: null, provider: null, status: null },
  collection_method: 'charge_automatically',
  custom_fields: null,
  default_payment_method: null,
  default_source: null,
  default_tax_rates: [],
  description: null,
  due_date: null,
  footer: null,
  from_invoice: null,
  issuer: { type: 'self' },
  last_finalization_error: null,
  latest_revision: null,
  livemode: false,
  metadata: {},
  on_behalf_of: null,
  payment_settings: { default_mandate: null, payment_method_options: null, payment_method_types: null },
  receipt_number: null,
  rendering: null,
  shipping_cost: null,
  shipping_details: null,
  statement_descriptor: null,
  test_clock: null,
} satisfies Partial<Invoice>;

const draftFields = (now: number) => ({
  attempt_count: 0,
  attempted: false,
  auto_advance: true,
  automatically_finalizes_at: null,
  created: now,
  effective_at: null,
  hosted_invoice_url: null,
  invoice_pdf: null,
  next_payment_attempt: null,
  number: null,
  status: 'draft' as const,
  status_transitions: { finalized_at: null, marked_uncollectible_at: null, paid_at: null, voided_at: null },
  webhooks_delivered_at: now,
  hidden: { intent: null, payment: null, failedAt: null, refused: null },
});

/** Builds a draft invoice without storing it. */
export const buildDraftInvoice = (call: CallContext, draft: Draft): Invoice => {
  const { id, subscription, reduction } = draft;
  const account = getAccount(call);
  return {
    ...CONSTANT_FIELDS,
    ...draftFields(call.now),
    ...amountFields(draft),
    ...customerFields(call.repository.get('customer', subscription.customer)),
    id,
    object: 'invoice',
    account_country: account.country ?? null,
    account_name: account.business_profile?.name ?? null,
    billing_reason: draft.reason,
    currency: subscription.currency,
    discounts: reduction === null ? [] : [reduction.discount],
    lines: { object: 'list', data: buildLines(draft), has_more: false, url: `/v1/invoices/${id}/lines` },
    parent: {
      quote_details: null,
      subscription_details: { metadata: subscription.metadata, subscription: subscription.id },
      type: 'subscription_details',
    },
    period_end: call.now,
    period_start: Math.min(call.now, ...draft.lines.map((line) => line.period.start)),
  };
};

/** Returns the invoices of a subscription, newest first. */
export const listInvoices = (call: CallContext, subscriptionId: string): Objects['invoice'][] =>
  call.repository.list('invoice', { 'parent.subscription_details.subscription': subscriptionId });
