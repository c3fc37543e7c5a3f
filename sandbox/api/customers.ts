import { cancelSubscription } from '../billing/cancel-subscription.ts';
import { hasEnded } from '../billing/subscription-state.ts';
import { endpoint, type CallContext, type Resource } from '../core/call-context.ts';
import { deleteEndpoint, listEndpoint } from '../core/list-endpoint.ts';
import type { Objects } from '../core/objects.ts';
import { anyValue, clearable, email, mergeMetadata, metadata, shape, text } from '../core/params.ts';
import { EMPTY_ADDRESS, insertCustomer } from '../payments/customer-object.ts';
import { checkAttached } from '../payments/payment-methods.ts';

type Customer = Objects['customer'];

const address = shape({
  city: text(),
  country: text(2),
  line1: text(),
  line2: text(),
  postal_code: text(),
  state: text(),
});
const createRules = {
  email: clearable(email),
  name: clearable(text(256)),
  description: clearable(text()),
  phone: clearable(text(20)),
  address,
  metadata,
  preferred_locales: anyValue,
};

const create = endpoint('POST /v1/customers', createRules, (call, params) => insertCustomer(call, params));

const invoiceSettings = shape({ default_payment_method: clearable(text()) });
const updateRules = { ...createRules, invoice_settings: invoiceSettings };
const update = endpoint('POST /v1/customers/:id', updateRules, (call, params, id) => {
  const before = call.repository.get('customer', id);
  const { preferred_locales: _ignored, address: newAddress, ...fields } = params;
  const method = fields.invoice_settings?.default_payment_method;
  if (method) checkAttached(call, id, method, 'invoice_settings[default_payment_method]');
  const change: Partial<Customer> = {
    ...fields,
    ...(newAddress && { address: { ...EMPTY_ADDRESS, ...before.address, ...newAddress } }),
    invoice_settings: { ...before.invoice_settings, ...fields.invoice_settings },
    metadata: mergeMetadata(before.metadata, params.metadata),
  };
  return call.update('customer', id, change, 'customer.updated');
});

const cancelSubscriptions = (call: CallContext, customer: string): void => {
  for (const subscription of call.repository.list('subscription', { customer }))
    if (!hasEnded(subscription)) cancelSubscription(call, subscription.id, 'cancellation_requested');
};

const retrieve = endpoint('GET /v1/customers/:id', {}, (call, _params, id) => {
  if (call.repository.wasRemoved('customer', id)) return { id, object: 'customer', deleted: true };
  return call.repository.get('customer', id);
});

export const customers: Resource = {
  endpoints: [
    create,
    update,
    deleteEndpoint('/v1/customers/:id', 'customer', cancelSubscriptions),
    retrieve,
    listEndpoint('/v1/customers', 'customer', { email: text() }),
  ],
  references: { customer: { 'invoice_settings.default_payment_method': 'payment_method' } },
};
