import { isNotNull, and } from 'drizzle-orm';
import { z } from 'zod';

import { CUSTOMER_SORTS, MAX_NOTE_LENGTH } from '#domain/customer.ts';
import { MAX_SEARCH_LENGTH } from '#domain/order-filter.ts';
import { ORDERS_PER_PAGE } from '#domain/order.ts';
import { cleanText } from '#domain/text.ts';
import { MINUTE_MS } from '#domain/time-units.ts';
import { actorOf, recordAudit } from '#server/audit/record-audit.ts';
import type { Context } from '#server/core/context.ts';
import type { Db } from '#server/db/client.ts';
import { hasRow } from '#server/db/rows.ts';
import { orders } from '#server/db/schema-orders.ts';
import { defineRpcFunction } from '#server/http/rpc-function.ts';
import { renderCustomerCsvHeader, renderCustomerCsvRows } from '#server/orders/customers/customer-csv.ts';
import { findCustomer, loadCustomerDetail } from '#server/orders/customers/customer-detail.ts';
import { buildCustomerExport } from '#server/orders/customers/customer-export.ts';
import { deleteCustomer } from '#server/orders/customers/delete-customer.ts';
import {
  deleteCustomerNote,
  findCustomerNote,
  upsertCustomerNote,
} from '#server/orders/customers/queries/customer-notes.ts';
import {
  listCustomerPage,
  listCustomersByNumber,
  listOrderCurrencies,
} from '#server/orders/customers/queries/customers.ts';
import { isOrderOfSeller } from '#server/orders/queries/order-filters.ts';
import { findLastOrderNumber } from '#server/orders/queries/order-lists.ts';

const MAX_NUMBER = 2 ** 31 - 1;

export const SearchBody = { search: z.string().max(MAX_SEARCH_LENGTH).optional() };
const UpToBody = { upTo: z.number().int().min(1).max(MAX_NUMBER).optional() };
const CustomerBody = z.strictObject({ customerId: z.uuid() });

const hasCustomers = ({ mode }: Context, db: Db, sellerId: string): Promise<boolean> =>
  hasRow(db, orders, and(isOrderOfSeller(sellerId, mode), isNotNull(orders.email)));

export const listCustomers = defineRpcFunction({
  name: 'list-customers',
  access: 'reads',
  body: z.strictObject({
    ...SearchBody,
    ...UpToBody,
    sort: z.enum(CUSTOMER_SORTS).optional(),
    page: z.number().int().min(1).max(100_000).optional(),
  }),
  run: async (context, { caller: { sellerId } }, { search, sort = 'recent', page = 1, upTo: requestedUpTo }) =>
    context.db.transaction(
      async (tx) => {
        const { mode } = context;
        const last = await findLastOrderNumber(tx, sellerId, mode);
        const upTo = Math.min(requestedUpTo ?? last, last);
        const slice = { sort, offset: (page - 1) * ORDERS_PER_PAGE, limit: ORDERS_PER_PAGE };
        const { customers, count } = await listCustomerPage(tx, { sellerId, mode, search, upTo }, slice);
        const pages = Math.max(1, Math.ceil(count / ORDERS_PER_PAGE));
        return { customers, page, pages, count, upTo, any: count > 0 || (await hasCustomers(context, tx, sellerId)) };
      },
      { isolationLevel: 'repeatable read', accessMode: 'read only' },
    ),
});

export const getCustomer = defineRpcFunction({
  name: 'get-customer',
  access: 'reads',
  body: CustomerBody,
  run: (context, { caller }, { customerId }) => loadCustomerDetail(context, caller.sellerId, customerId),
});

export const saveCustomerNote = defineRpcFunction({
  name: 'save-customer-note',
  access: 'writes',
  notInApi: 'Notes are for people; programs have their own place for them.',
  body: z.strictObject({ customerId: z.uuid(), text: z.string().max(MAX_NOTE_LENGTH) }),
  run: async ({ db, mode, now }, { caller }, { customerId, text }) =>
    db.transaction(async (tx) => {
      // Keeps the order until the commit, so that a concurrent deletion of the customer also deletes the note.
      const customer = await findCustomer(tx, caller.sellerId, mode, customerId, { lock: true });
      const cleanedText = cleanText(text);
      if (cleanedText === '') await deleteCustomerNote(tx, customer);
      else await upsertCustomerNote(tx, customer, cleanedText, now());
      return { note: await findCustomerNote(tx, customer) };
    }),
});

/** Customers in one response: less than a megabyte and quick to build. */
const BATCH_SIZE = 2500;
const MAX_CURRENCIES = 200;

export const exportCustomers = defineRpcFunction({
  name: 'export-customers',
  access: 'step-up',
  notInApi: 'The list of customers has the same data.',
  body: z.strictObject({
    ...SearchBody,
    ...UpToBody,
    after: z.number().int().min(0).max(MAX_NUMBER).optional(),
    currencies: z
      .array(z.string().regex(/^[A-Z]{3}$/))
      .max(MAX_CURRENCIES)
      .optional(),
  }),
  limits: [{ name: 'export-customers', limit: 200, windowMs: MINUTE_MS }],
  run: async (context, request, { search, after, upTo: requestedUpTo, currencies: knownCurrencies }) => {
    const { db, mode } = context;
    const { sellerId } = request.caller;
    const last = await findLastOrderNumber(db, sellerId, mode);
    const upTo = Math.min(requestedUpTo ?? last, last);
    const query = { sellerId, mode, search, upTo };
    const slice = { after: after ?? null, direction: 'ascending', limit: BATCH_SIZE } as const;
    const customers = await listCustomersByNumber(db, query, slice);
    const isFirst = !after;
    const currencies = isFirst || !knownCurrencies ? await listOrderCurrencies(db, query) : knownCurrencies;
    if (isFirst)
      await recordAudit(context, db, {
        ...actorOf(request),
        action: 'customers_exported',
        subject: sellerId,
        facts: { upTo },
      });
    return {
      lines: (isFirst ? renderCustomerCsvHeader(currencies) : '') + renderCustomerCsvRows(customers, currencies),
      customers: customers.length,
      next: customers.length < BATCH_SIZE ? null : (customers.at(-1)?.firstNumber ?? null),
      upTo,
      currencies,
    };
  },
});

export const exportCustomer = defineRpcFunction({
  name: 'export-customer',
  access: 'step-up',
  notInApi: 'The seller answers one person’s request after step-up authentication.',
  body: CustomerBody,
  limits: [{ name: 'export-customer', limit: 60, windowMs: MINUTE_MS }],
  run: async (context, request, { customerId }) => {
    const { sellerId } = request.caller;
    const data = await buildCustomerExport(context, sellerId, customerId);
    await recordAudit(context, context.db, {
      ...actorOf(request),
      action: 'customer_exported',
      subject: customerId,
    });
    return data;
  },
});

export const deleteCustomerFunction = defineRpcFunction({
  name: 'delete-customer',
  access: 'step-up',
  notInApi: 'The seller answers one person’s request after step-up authentication.',
  body: z.strictObject({ customerId: z.uuid(), email: z.string().max(320) }),
  limits: [{ name: 'delete-customer', limit: 60, windowMs: MINUTE_MS }],
  run: async (context, request, input) => {
    await deleteCustomer(context, request, input);
    return { deleted: true };
  },
});
