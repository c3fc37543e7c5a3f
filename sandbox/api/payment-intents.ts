import type { Call, Resource } from '../call.ts';
import { newId, randomText } from '../ids.ts';
import { listing, retrieval, where } from '../listing.ts';
import type { Objects } from '../objects.ts';
import { text } from '../params.ts';

type PaymentIntent = Objects['payment_intent'];
type Given = {
  amount: number;
  currency: string;
  description: string | null;
  metadata: Record<string, string>;
};

const unplayed = {
  allowed_payment_method_types: null,
  application: null,
  application_fee_amount: null,
  automatic_payment_methods: null,
  canceled_at: null,
  cancellation_reason: null,
  customer_account: null,
  excluded_payment_method_types: null,
  managed_payments: null,
  on_behalf_of: null,
  payment_method_configuration_details: null,
  payment_record: null,
  processing: null,
  receipt_email: null,
  review: null,
  setup_future_usage: null,
  shipping: null,
  source: null,
  statement_descriptor: null,
  statement_descriptor_suffix: null,
  transfer_data: null,
  transfer_group: null,
} satisfies Partial<PaymentIntent>;

export const insertPaymentIntent = (call: Call, given: Given): PaymentIntent => {
  const id = newId('pi_3', 23);
  const intent: PaymentIntent = {
    ...unplayed,
    id,
    object: 'payment_intent',
    amount: given.amount,
    amount_capturable: 0,
    amount_received: 0,
    capture_method: 'automatic_async',
    client_secret: `${id}_secret_${randomText(24)}`,
    confirmation_method: 'automatic',
    created: call.now,
    currency: given.currency,
    customer: null,
    description: given.description,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    metadata: given.metadata,
    next_action: null,
    payment_method: null,
    payment_method_options: {
      card: { installments: null, mandate_options: null, network: null, request_three_d_secure: 'automatic' },
    },
    payment_method_types: ['card'],
    status: 'requires_payment_method',
  };
  call.emit('payment_intent.created', call.books.insert('payment_intent', intent));
  return intent;
};

export const paymentIntents: Resource = {
  endpoints: [
    retrieval('/v1/payment_intents/:id', 'payment_intent', 'intent'),
    listing('/v1/payment_intents', 'payment_intent', { customer: text() }, (params) =>
      where('customer', params.customer),
    ),
  ],
  references: {
    payment_intent: { customer: 'customer', latest_charge: 'charge', payment_method: 'payment_method' },
  },
};
