import { hash } from 'node:crypto';

import { resourceMissing, invalidRequest } from '../core/api-error.ts';
import { endpoint, type CallContext, type Resource } from '../core/call-context.ts';
import { newId } from '../core/ids.ts';
import { listEndpoint, retrieveEndpoint } from '../core/list-endpoint.ts';
import type { Buyer, Objects } from '../core/objects.ts';
import { oneOf, required, text } from '../core/params.ts';
import { whereProperties } from '../core/store.ts';
import { buildAddress } from './customer-object.ts';
import { testCards, toCard, type Card } from './test-cards.ts';

type PaymentMethod = Objects['payment_method'];

/** Returns the same fingerprint for the same card and different ones for different cards. */
const fingerprintOf = ({ brand, last4, tag }: Card): string =>
  hash('sha256', `${brand} ${last4} ${tag}`, 'hex').slice(0, 16);

/** The fields of a new payment method that do not depend on its kind. */
export const buildMethodFields = (call: CallContext, buyer: Buyer) => ({
  id: newId('pm_1', 23),
  object: 'payment_method' as const,
  allow_redisplay: 'limited' as const,
  billing_details: {
    address: buildAddress(buyer.country, buyer.postcode),
    email: buyer.email,
    name: buyer.name || null,
    phone: null,
    tax_id: null,
  },
  created: call.now,
  customer: null,
  customer_account: null,
  livemode: false as const,
  metadata: {},
});

export const insertPaymentMethod = (call: CallContext, card: Card, buyer: Buyer): PaymentMethod =>
  call.repository.insert('payment_method', {
    ...buildMethodFields(call, buyer),
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
    type: 'card',
    hidden: { behaviorTag: card.tag },
  });

export const attachPaymentMethod = (call: CallContext, id: string, customer: string): PaymentMethod =>
  call.update('payment_method', id, { customer }, 'payment_method.attached');

/** Refuses a payment method that is not attached to the customer; returns its id. */
export const checkAttached = (call: CallContext, customer: string, id: string, param: string): string => {
  if (call.repository.get('payment_method', id, param).customer === customer) return id;
  throw invalidRequest(
    `The customer does not have a payment method with the ID ${id}. The payment method must be attached to the customer.`,
    { code: 'resource_missing', param },
  );
};

const UNKNOWN_BUYER: Buyer = { email: '', name: '', country: null, postcode: null };

/** Stripe's test payment methods by the number of their card: attaching one creates a new payment method of its kind. */
const TEST_METHODS: Record<string, string> = {
  pm_card_visa: '4242424242424242',
  pm_card_mastercard: '5555555555554444',
  pm_card_amex: '378282246310005',
  pm_card_chargeCustomerFail: '4000000000000341',
  pm_card_authenticationRequired: '4000002760003184',
  pm_card_authenticationRequiredOnSetup: '4000002500003155',
  pm_card_visa_chargeDeclined: '4000000000000002',
  pm_card_visa_chargeDeclinedInsufficientFunds: '4000000000009995',
  pm_card_visa_chargeDeclinedLostCard: '4000000000009987',
  pm_card_visa_chargeDeclinedStolenCard: '4000000000009979',
};

const createTestMethod = (call: CallContext, token: string): PaymentMethod | undefined => {
  const testCard = testCards.find(({ number }) => Object.hasOwn(TEST_METHODS, token) && number === TEST_METHODS[token]);
  if (!testCard) return undefined;
  const method = insertPaymentMethod(call, toCard(testCard, call.now), UNKNOWN_BUYER);
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

/** Sets or clears the method that pays for a customer's subscriptions without a method of their own. */
export const setDefaultMethod = (call: CallContext, customerId: string, methodId: string | null): void => {
  const { invoice_settings: settings } = call.repository.get('customer', customerId, 'customer');
  const change = { invoice_settings: { ...settings, default_payment_method: methodId } };
  call.update('customer', customerId, change, 'customer.updated');
};

/** Removes a detached method from the defaults of its customer and of all subscriptions. */
const clearDefaults = (call: CallContext, methodId: string, customerId: string): void => {
  const settings = call.repository.find('customer', customerId)?.invoice_settings;
  if (settings?.default_payment_method === methodId) setDefaultMethod(call, customerId, null);
  for (const { id, status } of call.repository.list('subscription', { default_payment_method: methodId }))
    call.update(
      'subscription',
      id,
      { default_payment_method: null },
      ...(status === 'canceled' ? [] : ['customer.subscription.updated']),
    );
};

const detach = endpoint('POST /v1/payment_methods/:id/detach', {}, (call, _params, id) => {
  const before = call.repository.get('payment_method', id, 'payment_method');
  if (before.customer === null)
    throw invalidRequest('The payment method you provided is not attached to a customer so detachment is impossible.');
  const detached = call.update('payment_method', id, { customer: null }, 'payment_method.detached');
  clearDefaults(call, id, before.customer);
  return detached;
});

export const paymentMethods: Resource = {
  endpoints: [
    attach,
    detach,
    retrieveEndpoint('/v1/payment_methods/:id', 'payment_method', 'payment_method'),
    listEndpoint('/v1/payment_methods', 'payment_method', { customer: text(), type: oneOf('card') }),
    listEndpoint('/v1/customers/:id/payment_methods', 'payment_method', { type: oneOf('card') }, (params, id, call) =>
      whereProperties({ ...params, customer: call.repository.get('customer', id, 'customer').id }),
    ),
  ],
  references: { payment_method: { customer: 'customer' } },
};
