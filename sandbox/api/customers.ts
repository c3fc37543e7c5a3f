import { cancelSubscription, hasEnded } from '../billing/cancel-subscription.ts';
import { invalidRequest } from '../core/api-error.ts';
import { endpoint, type CallContext, type Resource } from '../core/call-context.ts';
import { listEndpoint, whereProperty } from '../core/list-endpoint.ts';
import type { Objects } from '../core/objects.ts';
import { anyValue, clearable, email, mergeMetadata, metadata, shape, text, type ParamValues } from '../core/params.ts';
import { EMPTY_ADDRESS, insertCustomer } from '../payments/customer-object.ts';

type Customer = Objects['customer'];
type Address = NonNullable<Customer['address']>;

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

const withoutUndefined = (input: object | undefined): Partial<Address> | undefined =>
  input && JSON.parse(JSON.stringify(input));

const create = endpoint('POST /v1/customers', createRules, (call, params) =>
  insertCustomer(call, { ...params, address: withoutUndefined(params.address) }),
);

const invoiceSettings = shape({ default_payment_method: clearable(text()) });
/** Checks the default payment method of an update: it must be attached to the customer. */
const checkDefaultMethod = (
  call: CallContext,
  customer: string,
  id: string | null | undefined,
): string | null | undefined => {
  if (id === undefined || id === null) return id;
  const param = 'invoice_settings[default_payment_method]';
  if (call.repository.get('payment_method', id, param).customer === customer) return id;
  throw invalidRequest(
    `The customer does not have a payment method with the ID ${id}. The payment method must be attached to the customer.`,
    { code: 'resource_missing', param },
  );
};

const updateRules = { ...createRules, invoice_settings: invoiceSettings };
const toChanges = (call: CallContext, before: Customer, params: ParamValues<typeof updateRules>): Partial<Customer> => {
  const method = checkDefaultMethod(call, before.id, params.invoice_settings?.default_payment_method);
  return {
    email: params.email === undefined ? before.email : params.email,
    name: params.name === undefined ? (before.name ?? null) : params.name,
    description: params.description === undefined ? before.description : params.description,
    phone: params.phone === undefined ? (before.phone ?? null) : params.phone,
    address: params.address
      ? { ...EMPTY_ADDRESS, ...before.address, ...withoutUndefined(params.address) }
      : (before.address ?? null),
    invoice_settings: {
      ...before.invoice_settings,
      ...(method !== undefined && { default_payment_method: method }),
    },
    metadata: mergeMetadata(before.metadata, params.metadata),
  };
};

const update = endpoint('POST /v1/customers/:id', updateRules, (call, params, id) => {
  const before = call.repository.get('customer', id);
  const after = call.repository.update('customer', id, toChanges(call, before, params));
  call.emit('customer.updated', after, before);
  return after;
});

const deleteCustomer = endpoint('DELETE /v1/customers/:id', {}, (call, _params, id) => {
  const customer = call.repository.get('customer', id);
  const subscriptions = call.repository.page('subscription', {
    limit: 100,
    where: whereProperty('customer', id),
  }).data;
  for (const subscription of subscriptions)
    if (!hasEnded(subscription)) cancelSubscription(call, subscription.id, 'cancellation_requested');
  call.repository.remove('customer', id);
  call.emit('customer.deleted', customer);
  return { id, object: 'customer', deleted: true };
});

const retrieve = endpoint('GET /v1/customers/:id', {}, (call, _params, id) => {
  if (call.repository.wasRemoved('customer', id)) return { id, object: 'customer', deleted: true };
  return call.repository.get('customer', id);
});

export const customers: Resource = {
  endpoints: [
    create,
    update,
    deleteCustomer,
    retrieve,
    listEndpoint('/v1/customers', 'customer', { email: text() }, (params) => whereProperty('email', params.email)),
  ],
  references: { customer: { 'invoice_settings.default_payment_method': 'payment_method' } },
};
