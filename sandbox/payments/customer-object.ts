import type { CallContext } from '../core/call-context.ts';
import { newId, randomText } from '../core/ids.ts';
import type { Objects } from '../core/objects.ts';
import { mergeMetadata } from '../core/params.ts';

type Customer = Objects['customer'];
type Address = NonNullable<Customer['address']>;
type CustomerInput = {
  email?: string | null;
  name?: string | null;
  description?: string | null;
  phone?: string | null;
  address?: Partial<Address>;
  metadata?: Record<string, string>;
};

export const EMPTY_ADDRESS: Address = {
  city: null,
  country: null,
  line1: null,
  line2: null,
  postal_code: null,
  state: null,
};

export const buildAddress = (country: string | null, postcode: string | null): Address => ({
  ...EMPTY_ADDRESS,
  country,
  postal_code: postcode,
});

export const insertCustomer = (call: CallContext, input: CustomerInput): Customer => {
  const customer: Customer = {
    id: newId('cus_', 14),
    object: 'customer',
    address: input.address ? { ...EMPTY_ADDRESS, ...input.address } : null,
    balance: 0,
    created: call.now,
    currency: null,
    default_source: null,
    delinquent: false,
    description: input.description ?? null,
    email: input.email ?? null,
    invoice_prefix: randomText(8).toUpperCase(),
    invoice_settings: {
      custom_fields: null,
      default_payment_method: null,
      footer: null,
      rendering_options: null,
    },
    livemode: false,
    metadata: mergeMetadata(null, input.metadata),
    name: input.name ?? null,
    next_invoice_sequence: 1,
    phone: input.phone ?? null,
    preferred_locales: [],
    shipping: null,
    tax_exempt: 'none',
    test_clock: null,
  };
  return call.insert('customer', customer, 'customer.created');
};
