import type { CallContext, Resource } from '../core/call-context.ts';
import { newId, randomText } from '../core/ids.ts';
import { listEndpoint, retrieveEndpoint } from '../core/list-endpoint.ts';
import type { Objects } from '../core/objects.ts';
import { text } from '../core/params.ts';

type PaymentIntent = Objects['payment_intent'];
type PaymentIntentInput = {
  amount: number;
  currency: string;
  description: string | null;
  metadata: Record<string, string>;
};

const EMPTY_FIELDS = {
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

export const insertPaymentIntent = (call: CallContext, input: PaymentIntentInput): PaymentIntent => {
  const id = newId('pi_3', 23);
  const intent: PaymentIntent = {
    ...EMPTY_FIELDS,
    id,
    object: 'payment_intent',
    ...input,
    amount_capturable: 0,
    amount_received: 0,
    capture_method: 'automatic_async',
    client_secret: `${id}_secret_${randomText(24)}`,
    confirmation_method: 'automatic',
    created: call.now,
    customer: null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    next_action: null,
    payment_method: null,
    payment_method_options: {
      card: { installments: null, mandate_options: null, network: null, request_three_d_secure: 'automatic' },
    },
    payment_method_types: ['card'],
    status: 'requires_payment_method',
  };
  return call.insert('payment_intent', intent, 'payment_intent.created');
};

export const paymentIntents: Resource = {
  endpoints: [
    retrieveEndpoint('/v1/payment_intents/:id', 'payment_intent', 'intent'),
    listEndpoint('/v1/payment_intents', 'payment_intent', { customer: text() }),
  ],
  references: {
    payment_intent: { customer: 'customer', latest_charge: 'charge', payment_method: 'payment_method' },
  },
};
