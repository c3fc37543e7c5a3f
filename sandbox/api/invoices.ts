import type Stripe from 'stripe';
import { endpoint, type Call, type Resource } from '../call.ts';
import { newId } from '../ids.ts';
import { listOf, listing, retrieval, where } from '../listing.ts';
import type { Objects } from '../objects.ts';
import { oneOf, text } from '../params.ts';
import { invoicePaymentsOf } from './invoice-payments.ts';

type Invoice = Objects['invoice'];
type Customer = Objects['customer'];
type Item = Objects['item'];
type Account = Objects['account'];
type Given = {
  id: string;
  account: Account;
  customer: Customer;
  subscription: Objects['subscription'];
  items: Item[];
  discount: string | null;
  reason: 'subscription_create';
};
type Totals = { subtotal: number; off: number; total: number };

const lineParent = (subscription: string, subscription_item: string): Stripe.InvoiceLineItem['parent'] => ({
  invoice_item_details: null,
  subscription_item_details: {
    invoice_item: null,
    proration: false,
    proration_details: { credited_items: null },
    subscription,
    subscription_item,
  },
  type: 'subscription_item_details',
});

const lineOf = (call: Call, given: Given, item: Item): Stripe.InvoiceLineItem => {
  const price = item.price;
  const [subscriptionItem] = given.subscription.items.data.filter(
    (candidate) => candidate.price.id === price?.id,
  );
  const id = newId('il_1', 23);
  const off = given.discount === null ? [] : [{ amount: item.amount_discount, discount: given.discount }];
  return {
    id,
    object: 'line_item',
    amount: item.amount_subtotal,
    currency: item.currency,
    description: `${item.quantity} × ${item.description}`,
    discount_amounts: off,
    discountable: true,
    discounts: [],
    invoice: given.id,
    livemode: false,
    metadata: given.subscription.metadata,
    parent: lineParent(given.subscription.id, subscriptionItem?.id ?? ''),
    period: { start: call.now, end: subscriptionItem?.current_period_end ?? call.now },
    pretax_credit_amounts: [],
    pricing: {
      price_details: { price: price?.id ?? '', product: price?.product ?? '' },
      type: 'price_details',
      unit_amount_decimal: price?.unit_amount_decimal ?? null,
    },
    quantity: item.quantity,
    quantity_decimal: String(item.quantity) as unknown as Stripe.Decimal,
    subscription: given.subscription.id,
    subtotal: item.amount_subtotal,
    taxes: [],
  };
};

const numberFor = (call: Call, customer: Customer): string => {
  const next = customer.next_invoice_sequence ?? 1;
  call.books.update('customer', customer.id, { next_invoice_sequence: next + 1 });
  return `${customer.invoice_prefix}-${String(next).padStart(4, '0')}`;
};

const money = ({ subtotal, off, total }: Totals, discount: string | null) => ({
  amount_due: total,
  amount_overpaid: 0,
  amount_paid: total,
  amount_remaining: 0,
  amount_shipping: 0,
  ending_balance: 0,
  post_payment_credit_notes_amount: 0,
  pre_payment_credit_notes_amount: 0,
  starting_balance: 0,
  subtotal,
  subtotal_excluding_tax: subtotal,
  total,
  total_discount_amounts: discount === null ? [] : [{ amount: off, discount }],
  total_excluding_tax: total,
  total_pretax_credit_amounts:
    discount === null ? [] : [{ amount: off, discount, type: 'discount' as const }],
  total_taxes: [],
});

const addressee = (customer: Customer) => ({
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

/** What is the same on every invoice of the sandbox. */
const unchanging = {
  account_tax_ids: null,
  application: null,
  automatic_tax: { disabled_reason: null, enabled: false, liability: null, provider: null, status: null },
  automatically_finalizes_at: null,
  collection_method: 'charge_automatically',
  custom_fields: null,
  default_payment_method: null,
  default_source: null,
  default_tax_rates: [],
  description: null,
  due_date: null,
  footer: null,
  from_invoice: null,
  hosted_invoice_url: null,
  invoice_pdf: null,
  issuer: { type: 'self' },
  last_finalization_error: null,
  latest_revision: null,
  livemode: false,
  metadata: {},
  next_payment_attempt: null,
  on_behalf_of: null,
  payment_settings: { default_mandate: null, payment_method_options: null, payment_method_types: null },
  receipt_number: null,
  rendering: null,
  shipping_cost: null,
  shipping_details: null,
  statement_descriptor: null,
  test_clock: null,
} satisfies Partial<Invoice>;

const paidAt = (now: number) => ({
  attempted: true,
  auto_advance: false,
  created: now,
  effective_at: now,
  period_end: now,
  period_start: now,
  status: 'paid' as const,
  status_transitions: { finalized_at: now, marked_uncollectible_at: null, paid_at: now, voided_at: null },
  webhooks_delivered_at: now,
});

/** The paid first invoice of a subscription. */
export const insertPaidInvoice = (call: Call, given: Given): Invoice => {
  const subtotal = given.items.reduce((sum, item) => sum + item.amount_subtotal, 0);
  const off = given.items.reduce((sum, item) => sum + item.amount_discount, 0);
  const { id, subscription, account } = given;
  return call.books.insert('invoice', {
    ...unchanging,
    ...money({ subtotal, off, total: subtotal - off }, given.discount),
    ...addressee(given.customer),
    id,
    object: 'invoice',
    account_country: account.country ?? null,
    account_name: account.business_profile?.name ?? null,
    attempt_count: subtotal > off ? 1 : 0,
    ...paidAt(call.now),
    billing_reason: given.reason,
    currency: subscription.currency,
    discounts: given.discount === null ? [] : [given.discount],
    lines: {
      object: 'list',
      data: given.items.map((item) => lineOf(call, given, item)),
      has_more: false,
      url: `/v1/invoices/${id}/lines`,
    },
    number: numberFor(call, given.customer),
    parent: {
      quote_details: null,
      subscription_details: { metadata: subscription.metadata, subscription: subscription.id },
      type: 'subscription_details',
    },
  });
};

const filters = {
  customer: text(),
  subscription: text(),
  status: oneOf('draft', 'open', 'paid', 'uncollectible', 'void'),
};

export const invoices: Resource = {
  endpoints: [
    retrieval('/v1/invoices/:id', 'invoice', 'invoice'),
    listing('/v1/invoices', 'invoice', filters, (params) => [
      ...where('customer', params.customer),
      ...where('parent.subscription_details.subscription', params.subscription),
      ...where('status', params.status),
    ]),
    endpoint('GET /v1/invoices/:id/lines', {}, (call, _params, id) =>
      listOf(`/v1/invoices/${id}/lines`, call.books.get('invoice', id, 'invoice').lines.data),
    ),
  ],
  references: {
    invoice: {
      customer: 'customer',
      discounts: 'discount',
      confirmation_secret: () => null,
      payments: (call, invoice) => invoicePaymentsOf(call, String(invoice['id'])),
      'parent.subscription_details.subscription': 'subscription',
    },
  },
};
