import type { CallContext } from '../core/call-context.ts';
import { newId, randomText } from '../core/ids.ts';
import type { Objects } from '../core/objects.ts';
import { mergeMetadata } from '../core/params.ts';

type Customer = Objects['customer'];
type Address = NonNullable<Customer['address']>;
type CustomerInput = Partial<Pick<Customer, 'email' | 'name' | 'description' | 'phone' | 'metadata'>> & {
  address?: Partial<Address>;
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
  const { email = null, name = null, description = null, phone = null, address, metadata } = input;
  const customer: Customer = {
    id: newId('cus_', 14),
    object: 'customer',
    address: address ? { ...EMPTY_ADDRESS, ...address } : null,
    balance: 0,
    created: call.now,
    currency: null,
    default_source: null,
    delinquent: false,
    description,
    email,
    invoice_prefix: randomText(8).toUpperCase(),
    invoice_settings: { custom_fields: null, default_payment_method: null, footer: null, rendering_options: null },
    livemode: false,
    metadata: mergeMetadata(null, metadata),
    name,
    next_invoice_sequence: 1,
    phone,
    preferred_locales: [],
    shipping: null,
    tax_exempt: 'none',
    test_clock: null,
  };
  return call.insert('customer', customer, 'customer.created');
};
