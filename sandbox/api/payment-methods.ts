import { hash } from 'node:crypto';

import { endpoint, type Call, type Resource } from '../call.ts';
import type { Card } from '../cards.ts';
import { newId } from '../ids.ts';
import { listing, retrieval, where } from '../listing.ts';
import type { Buyer, Objects } from '../objects.ts';
import { oneOf, required, text } from '../params.ts';
import { noSuch, refusal } from '../problem.ts';
import { addressOf } from './customers.ts';

type PaymentMethod = Objects['payment_method'];

/** Returns the same fingerprint for the same card and different ones for different cards. */
const fingerprintOf = ({ brand, last4, tag }: Card): string =>
  hash('sha256', `${brand} ${last4} ${tag}`, 'hex').slice(0, 16);

export const insertPaymentMethod = (call: Call, card: Card, buyer: Buyer): PaymentMethod =>
  call.books.insert('payment_method', {
    id: newId('pm_1', 23),
    object: 'payment_method',
    allow_redisplay: 'limited',
    billing_details: {
      address: addressOf(buyer.country, buyer.postcode),
      email: buyer.email,
      name: buyer.name || null,
      phone: null,
      tax_id: null,
    },
    card: {
      brand: card.brand,
      checks: {
        address_line1_check: null,
        address_postal_code_check: buyer.postcode ? 'pass' : null,
        cvc_check: 'pass',
      },
      country: 'US',
      display_brand: card.brand === 'amex' ? 'american_express' : card.brand,
      exp_month: card.expMonth,
      exp_year: card.expYear,
      fingerprint: fingerprintOf(card),
      funding: 'credit',
      generated_from: null,
      last4: card.last4,
      networks: { available: [card.brand], preferred: null },
      regulated_status: 'unregulated',
      three_d_secure_usage: { supported: true },
      wallet: null,
    },
    created: call.now,
    customer: null,
    customer_account: null,
    livemode: false,
    metadata: {},
    type: 'card',
    hidden: { behaviour: card.tag },
  });

export const attachPaymentMethod = (call: Call, id: string, customer: string): PaymentMethod => {
  const attached = call.books.update('payment_method', id, { customer });
  call.emit('payment_method.attached', attached);
  return attached;
};

const nobodyKnown: Buyer = { email: '', name: '', country: null, postcode: null };

/** Stripe's test payment methods: attaching one creates a new payment method of its kind. */
const ready: Record<string, { brand: string; last4: string; tag: string }> = {
  pm_card_visa: { brand: 'visa', last4: '4242', tag: 'success' },
  pm_card_mastercard: { brand: 'mastercard', last4: '4444', tag: 'success' },
  pm_card_amex: { brand: 'amex', last4: '0005', tag: 'success' },
  pm_card_chargeCustomerFail: { brand: 'visa', last4: '0341', tag: 'declines_when_charged' },
  pm_card_authenticationRequired: { brand: 'visa', last4: '3184', tag: 'authenticate_always' },
  pm_card_authenticationRequiredOnSetup: { brand: 'visa', last4: '3155', tag: 'authenticate_unless_set_up' },
  pm_card_visa_chargeDeclined: { brand: 'visa', last4: '0002', tag: 'generic_decline' },
  pm_card_visa_chargeDeclinedInsufficientFunds: { brand: 'visa', last4: '9995', tag: 'insufficient_funds' },
  pm_card_visa_chargeDeclinedLostCard: { brand: 'visa', last4: '9987', tag: 'lost_card' },
  pm_card_visa_chargeDeclinedStolenCard: { brand: 'visa', last4: '9979', tag: 'stolen_card' },
};

const readyMade = (call: Call, token: string): PaymentMethod | undefined => {
  const kind = Object.hasOwn(ready, token) ? ready[token] : undefined;
  if (!kind) return undefined;
  const expYear = new Date(call.now * 1000).getUTCFullYear() + 5;
  const made = insertPaymentMethod(call, { ...kind, expMonth: 12, expYear }, nobodyKnown);
  return call.books.update('payment_method', made.id, {
    billing_details: { ...made.billing_details, email: null },
  });
};

const attach = endpoint(
  'POST /v1/payment_methods/:id/attach',
  { customer: required(text()) },
  (call, params, id) => {
    if (!call.books.find('customer', params.customer)) throw noSuch('customer', params.customer, 'customer');
    const method = readyMade(call, id) ?? call.books.get('payment_method', id, 'payment_method');
    if (method.customer === params.customer) return method;
    if (method.customer !== null)
      throw refusal('The payment method you provided has already been attached to a customer.');
    return attachPaymentMethod(call, method.id, params.customer);
  },
);

/** Removes a detached method from the defaults of its customer and of all subscriptions. */
const clearDefaults = (call: Call, methodId: string, customerId: string): void => {
  const customer = call.books.find('customer', customerId);
  if (customer?.invoice_settings.default_payment_method === methodId) {
    const invoice_settings = { ...customer.invoice_settings, default_payment_method: null };
    call.emit('customer.updated', call.books.update('customer', customerId, { invoice_settings }), customer);
  }
  const held = call.books.page('subscription', {
    limit: 100,
    where: where('default_payment_method', methodId),
  });
  for (const before of held.data) {
    const after = call.books.update('subscription', before.id, { default_payment_method: null });
    if (before.status !== 'canceled') call.emit('customer.subscription.updated', after, before);
  }
};

const detach = endpoint('POST /v1/payment_methods/:id/detach', {}, (call, _params, id) => {
  const before = call.books.get('payment_method', id, 'payment_method');
  if (before.customer === null)
    throw refusal(
      'The payment method you provided is not attached to a customer so detachment is impossible.',
    );
  const detached = call.books.update('payment_method', id, { customer: null });
  call.emit('payment_method.detached', detached, before);
  clearDefaults(call, id, before.customer);
  return detached;
});

export const paymentMethods: Resource = {
  endpoints: [
    attach,
    detach,
    retrieval('/v1/payment_methods/:id', 'payment_method', 'payment_method'),
    listing('/v1/payment_methods', 'payment_method', { customer: text(), type: oneOf('card') }, (params) =>
      where('customer', params.customer),
    ),
    listing(
      '/v1/customers/:id/payment_methods',
      'payment_method',
      { type: oneOf('card') },
      (_params, id, call) => where('customer', call.books.get('customer', id, 'customer').id),
    ),
  ],
  references: { payment_method: { customer: 'customer' } },
};
