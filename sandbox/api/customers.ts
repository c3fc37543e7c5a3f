import { cancelNow, isOver } from '../billing/lifecycle.ts';
import { endpoint, type Call, type Resource } from '../call.ts';
import { newId, randomText } from '../ids.ts';
import { listing, where } from '../listing.ts';
import type { Objects } from '../objects.ts';
import { asGiven, clearable, email, mergeMetadata, metadata, shape, text, type Read } from '../params.ts';
import { refusal } from '../problem.ts';

type Customer = Objects['customer'];
type Address = NonNullable<Customer['address']>;
type Given = {
  email?: string | null | undefined;
  name?: string | null | undefined;
  description?: string | null | undefined;
  phone?: string | null | undefined;
  address?: Partial<Address> | undefined;
  metadata?: Record<string, string> | undefined;
};

const emptyAddress: Address = {
  city: null,
  country: null,
  line1: null,
  line2: null,
  postal_code: null,
  state: null,
};

export const addressOf = (country: string | null, postcode: string | null): Address => ({
  ...emptyAddress,
  country,
  postal_code: postcode,
});

export const insertCustomer = (call: Call, given: Given): Customer => {
  const customer: Customer = {
    id: newId('cus_', 14),
    object: 'customer',
    address: given.address ? { ...emptyAddress, ...given.address } : null,
    balance: 0,
    created: call.now,
    currency: null,
    default_source: null,
    delinquent: false,
    description: given.description ?? null,
    email: given.email ?? null,
    invoice_prefix: randomText(8).toUpperCase(),
    invoice_settings: {
      custom_fields: null,
      default_payment_method: null,
      footer: null,
      rendering_options: null,
    },
    livemode: false,
    metadata: mergeMetadata(null, given.metadata),
    name: given.name ?? null,
    next_invoice_sequence: 1,
    phone: given.phone ?? null,
    preferred_locales: [],
    shipping: null,
    tax_exempt: 'none',
    test_clock: null,
  };
  call.emit('customer.created', call.books.insert('customer', customer));
  return customer;
};

const address = shape({
  city: text(),
  country: text(2),
  line1: text(),
  line2: text(),
  postal_code: text(),
  state: text(),
});
const keys = {
  email: clearable(email),
  name: clearable(text(256)),
  description: clearable(text()),
  phone: clearable(text(20)),
  address,
  metadata,
  preferred_locales: asGiven,
};

const withoutGaps = (given: object | undefined): Partial<Address> | undefined =>
  given && JSON.parse(JSON.stringify(given));

const create = endpoint('POST /v1/customers', keys, (call, params) =>
  insertCustomer(call, { ...params, address: withoutGaps(params.address) }),
);

const invoiceSettings = shape({ default_payment_method: clearable(text()) });
/** Checks the default payment method of an update: it must be attached to the customer. */
const ownMethod = (
  call: Call,
  customer: string,
  id: string | null | undefined,
): string | null | undefined => {
  if (id === undefined || id === null) return id;
  const param = 'invoice_settings[default_payment_method]';
  if (call.books.get('payment_method', id, param).customer === customer) return id;
  throw refusal(
    `The customer does not have a payment method with the ID ${id}. The payment method must be attached to the customer.`,
    { code: 'resource_missing', param },
  );
};

const updateKeys = { ...keys, invoice_settings: invoiceSettings };
const changeOf = (call: Call, before: Customer, params: Read<typeof updateKeys>): Partial<Customer> => {
  const method = ownMethod(call, before.id, params.invoice_settings?.default_payment_method);
  return {
    email: params.email === undefined ? before.email : params.email,
    name: params.name === undefined ? (before.name ?? null) : params.name,
    description: params.description === undefined ? before.description : params.description,
    phone: params.phone === undefined ? (before.phone ?? null) : params.phone,
    address: params.address
      ? { ...emptyAddress, ...before.address, ...withoutGaps(params.address) }
      : (before.address ?? null),
    invoice_settings: {
      ...before.invoice_settings,
      ...(method !== undefined && { default_payment_method: method }),
    },
    metadata: mergeMetadata(before.metadata, params.metadata),
  };
};

const update = endpoint('POST /v1/customers/:id', updateKeys, (call, params, id) => {
  const before = call.books.get('customer', id);
  const after = call.books.update('customer', id, changeOf(call, before, params));
  call.emit('customer.updated', after, before);
  return after;
});

const remove = endpoint('DELETE /v1/customers/:id', {}, (call, _params, id) => {
  const customer = call.books.get('customer', id);
  const held = call.books.page('subscription', { limit: 100, where: where('customer', id) }).data;
  for (const subscription of held)
    if (!isOver(subscription)) cancelNow(call, subscription.id, 'cancellation_requested');
  call.books.remove('customer', id);
  call.emit('customer.deleted', customer);
  return { id, object: 'customer', deleted: true };
});

const retrieve = endpoint('GET /v1/customers/:id', {}, (call, _params, id) => {
  if (call.books.wasRemoved('customer', id)) return { id, object: 'customer', deleted: true };
  return call.books.get('customer', id);
});

export const customers: Resource = {
  endpoints: [
    create,
    update,
    remove,
    retrieve,
    listing('/v1/customers', 'customer', { email: text() }, (params) => where('email', params.email)),
  ],
  references: { customer: { 'invoice_settings.default_payment_method': 'payment_method' } },
};
