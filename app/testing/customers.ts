import type { Customer, CustomerDetail, CustomerNote } from '#domain/customer.ts';

import type { RpcHandlers } from './fake-rpc.ts';
import { createOrderHandlers, createOrderRow, CUSTOMER_ID, ORDER_ID } from './orders.ts';

/** A customer with one paid order of $40, as the list shows it. */
export const createCustomer = (overrides: Partial<Customer> = {}): Customer => ({
  id: CUSTOMER_ID,
  email: 'bo@example.com',
  name: 'Bo Buyer',
  country: 'SE',
  orderCount: 1,
  activeSubscriptions: 0,
  totals: [{ currency: 'USD', count: 1, received: 4000, refunded: 0, lost: 0, net: 4000 }],
  firstOrderAt: '2026-03-02T10:00:00Z',
  lastOrderAt: '2026-03-02T10:00:00Z',
  ...overrides,
});

const getCustomerId = (number: number): string => `44444444-4444-4444-8444-${String(number).padStart(12, '0')}`;

/** Three customers: one with a subscription and two currencies, one without a name. */
export const THREE_CUSTOMERS: readonly Customer[] = [
  createCustomer({
    id: getCustomerId(2),
    email: 'aiko@lindqvist.example',
    name: 'Aiko Lindqvist',
    orderCount: 3,
    activeSubscriptions: 1,
    totals: [
      { currency: 'USD', count: 2, received: 13_500, refunded: 0, lost: 0, net: 13_500 },
      { currency: 'EUR', count: 1, received: 900, refunded: 0, lost: 0, net: 900 },
    ],
    lastOrderAt: '2026-04-05T10:00:00Z',
  }),
  createCustomer({ id: getCustomerId(3), email: 'nameless@post.example', name: null, country: null }),
  createCustomer(),
];

/** The customer with an order, an undelivered email and no subscription. */
export const createCustomerDetail = (overrides: Partial<CustomerDetail> = {}): CustomerDetail => ({
  ...createCustomer(),
  orders: [createOrderRow(1, { buyerName: 'Bo Buyer', email: 'bo@example.com' })],
  subscriptions: [],
  emails: [
    {
      kind: 'receipt',
      to: 'bo@example.com',
      state: 'bounced',
      at: '2026-03-02T10:02:00Z',
      reason: 'Mailbox unavailable',
      orderId: ORDER_ID,
      orderNumber: 1,
    },
  ],
  hasMoreEmails: false,
  emailBounces: false,
  note: null,
  ...overrides,
});

/** Handlers of a server with these customers; the note of the customer's page can be saved. */
export function createCustomerHandlers(
  customers: readonly Customer[] = THREE_CUSTOMERS,
  detail: CustomerDetail = createCustomerDetail(),
): RpcHandlers {
  let { note } = detail;
  return {
    ...createOrderHandlers(),
    'list-customers': ({ search = '', page = 1 }) => {
      const matching = customers.filter(({ email, name }) => `${email} ${name}`.toLowerCase().includes(search));
      const shown = page === 1 ? matching : [];
      return { customers: shown, page, pages: 1, count: matching.length, upTo: 7, any: customers.length > 0 };
    },
    'get-customer': () => ({ ...detail, note }),
    'save-customer-note': ({ text }) => {
      note = toNote(text.trim());
      return { note };
    },
    'export-customers': ({ after }) =>
      after === undefined
        ? { lines: 'Email\r\n', customers: 2, next: 5, upTo: 7, currencies: ['USD'] }
        : { lines: '"bo@example.com"\r\n', customers: 1, next: null, upTo: 7, currencies: ['USD'] },
    'export-customer': () => ({ format: 'tillwright-customer' }),
    'delete-customer': () => ({ deleted: true }),
  };
}

const toNote = (text: string): CustomerNote | null => (text ? { text, updatedAt: '2026-05-01T08:00:00Z' } : null);
