import { hash } from 'node:crypto';

import { resourceMissing, invalidRequest } from '../core/api-error.ts';
import { endpoint, type CallContext, type Resource } from '../core/call-context.ts';
import { newId } from '../core/ids.ts';
import { listEndpoint, retrieveEndpoint, whereProperty } from '../core/list-endpoint.ts';
import type { Buyer, Objects } from '../core/objects.ts';
import { oneOf, required, text } from '../core/params.ts';
import { buildAddress } from './customer-object.ts';
import type { Card } from './test-cards.ts';

type PaymentMethod = Objects['payment_method'];

/** Returns the same fingerprint for the same card and different ones for different cards. */
const fingerprintOf = ({ brand, last4, tag }: Card): string =>
  hash('sha256', `${brand} ${last4} ${tag}`, 'hex').slice(0, 16);

export const insertPaymentMethod = (call: CallContext, card: Card, buyer: Buyer): PaymentMethod =>
  call.repository.insert('payment_method', {
    id: newId('pm_1', 23),
    object: 'payment_method',
    allow_redisplay: 'limited',
    billing_details: {
      address: buildAddress(buyer.country, buyer.postcode),
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

export const attachPaymentMethod = (call: CallContext, id: string, customer: string): PaymentMethod => {
  const attached = call.repository.update('payment_method', id, { customer });
  call.emit('payment_method.attached', attached);
  return attached;
};

const UNKNOWN_BUYER: Buyer = { email: '', name: '', country: null, postcode: null };

/** Stripe's test payment methods: attaching one creates a new payment method of its kind. */
const TEST_METHODS: Record<string, { brand: string; last4: string; tag: string }> = {
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

const createTestMethod = (call: CallContext, token: string): PaymentMethod | undefined => {
  const testMethod = Object.hasOwn(TEST_METHODS, token) ? TEST_METHODS[token] : undefined;
  if (!testMethod) return undefined;
  const expYear = new Date(call.now * 1000).getUTCFullYear() + 5;
  const method = insertPaymentMethod(call, { ...testMethod, expMonth: 12, expYear }, UNKNOWN_BUYER);
  return call.repository.update('payment_method', method.id, {
    billing_details: { ...method.billing_details, email: null },
  });
};

const attach = endpoint('POST /v1/payment_methods/:id/attach', { customer: required(text()) }, (call, params, id) => {
  if (!call.repository.find('customer', params.customer))
    throw resourceMissing('customer', params.customer, 'customer');
  const method = createTestMethod(call, id) ?? call.repository.get('payment_method', id, 'payment_method');
  if (method.customer === params.customer) return method;
  if (method.customer !== null)
    throw invalidRequest('The payment method you provided has already been attached to a customer.');
  return attachPaymentMethod(call, method.id, params.customer);
});

/** Removes a detached method from the defaults of its customer and of all subscriptions. */
const clearDefaults = (call: CallContext, methodId: string, customerId: string): void => {
  const customer = call.repository.find('customer', customerId);
  if (customer?.invoice_settings.default_payment_method === methodId) {
    const invoice_settings = { ...customer.invoice_settings, default_payment_method: null };
    call.emit('customer.updated', call.repository.update('customer', customerId, { invoice_settings }), customer);
  }
  const subscriptions = call.repository.page('subscription', {
    limit: 100,
    where: whereProperty('default_payment_method', methodId),
  });
  for (const before of subscriptions.data) {
    const after = call.repository.update('subscription', before.id, { default_payment_method: null });
    if (before.status !== 'canceled') call.emit('customer.subscription.updated', after, before);
  }
};

const detach = endpoint('POST /v1/payment_methods/:id/detach', {}, (call, _params, id) => {
  const before = call.repository.get('payment_method', id, 'payment_method');
  if (before.customer === null)
    throw invalidRequest('The payment method you provided is not attached to a customer so detachment is impossible.');
  const detached = call.repository.update('payment_method', id, { customer: null });
  call.emit('payment_method.detached', detached, before);
  clearDefaults(call, id, before.customer);
  return detached;
});

export const paymentMethods: Resource = {
  endpoints: [
    attach,
    detach,
    retrieveEndpoint('/v1/payment_methods/:id', 'payment_method', 'payment_method'),
    listEndpoint('/v1/payment_methods', 'payment_method', { customer: text(), type: oneOf('card') }, (params) =>
      whereProperty('customer', params.customer),
    ),
    listEndpoint('/v1/customers/:id/payment_methods', 'payment_method', { type: oneOf('card') }, (_params, id, call) =>
      whereProperty('customer', call.repository.get('customer', id, 'customer').id),
    ),
  ],
  references: { payment_method: { customer: 'customer' } },
};
