import type { Call, Resource } from '../call.ts';
import type { Card } from '../cards.ts';
import { newId } from '../ids.ts';
import { listing, retrieval, where } from '../listing.ts';
import type { Buyer, Objects } from '../objects.ts';
import { oneOf, text } from '../params.ts';
import { addressOf } from './customers.ts';

type PaymentMethod = Objects['payment_method'];

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
      fingerprint: null,
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

export const paymentMethods: Resource = {
  endpoints: [
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
