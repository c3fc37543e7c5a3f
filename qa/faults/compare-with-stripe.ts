import { sql } from 'drizzle-orm';
import type Stripe from 'stripe';

import { REQUIRED_EVENTS } from '#server/billing/stripe-webhook-endpoints.ts';
import type { Db } from '#server/db/client.ts';

const MAX = { limit: 10_000 };
const PAGE = { limit: 100 };

/** Stripe's objects of one account, in the form in which the ledger stores them. */
type StripeState = { orders: Map<string, string>; sales: Map<string, string>; events: Set<string> };

/** Compares the ledger with Stripe; lists the differences. */
export async function findDifferences(db: Db, stripe: Stripe, accounts: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (const account of accounts) {
    const [stripeState, ledgerState] = [await getStripeState(stripe, account), await getLedgerState(db, account)];
    for (const what of ['orders', 'sales'] as const) {
      for (const key of new Set([...stripeState[what].keys(), ...ledgerState[what].keys()])) {
        const [stripeValue, ledgerValue] = [
          stripeState[what].get(key) ?? 'nothing',
          ledgerState[what].get(key) ?? 'nothing',
        ];
        if (stripeValue !== ledgerValue)
          found.push(`${what} ${account} ${key}: Stripe ${stripeValue}, ledger ${ledgerValue}`);
      }
    }
    for (const id of stripeState.events)
      if (!ledgerState.events.has(id)) found.push(`event ${account} ${id} is not processed`);
  }
  return found;
}

async function getStripeState(stripe: Stripe, account: string): Promise<StripeState> {
  const on = { stripeAccount: account };
  const sessions = await stripe.checkout.sessions.list(PAGE, on).autoPagingToArray(MAX);
  const charges = await stripe.charges.list(PAGE, on).autoPagingToArray(MAX);
  const disputes = await stripe.disputes.list(PAGE, on).autoPagingToArray(MAX);
  const invoices = await stripe.invoices.list({ ...PAGE, expand: ['data.payments'] }, on).autoPagingToArray(MAX);
  const types = new Set<string>(REQUIRED_EVENTS.connect);
  const events = await stripe.events.list(PAGE, on).autoPagingToArray({ limit: 10_000 });
  const paid = sessions.filter(({ status, payment_status: state }) => status === 'complete' && state !== 'unpaid');
  const lostOf = (charge: Stripe.Charge) =>
    disputes
      .filter((one) => one.status === 'lost' && idOf(one.charge) === charge.id)
      .reduce((sum, { amount }) => sum + amount, 0);
  const saleOf = (source: string, intent: string | null): [string, string] => {
    const charge = charges.find((one) => one.paid && intent !== null && idOf(one.payment_intent) === intent);
    if (!charge) throw new Error(`There is no charge for ${source}`);
    const { amount, amount_refunded: back, currency } = charge;
    return [source, `${amount} ${currency}, refunded ${back}, lost ${Math.min(lostOf(charge), amount - back)}`];
  };
  return {
    orders: new Map(paid.map((one) => [one.id, `${one.amount_total} ${one.currency}`])),
    sales: new Map([
      ...paid
        .filter(({ mode, amount_total: total }) => mode === 'payment' && total)
        .map((one) => saleOf(one.id, idOf(one.payment_intent))),
      ...invoices
        .filter(({ status, amount_paid: amount }) => status === 'paid' && amount > 0)
        .map((one) => saleOf(one.id ?? '', idOf(one.payments?.data[0]?.payment.payment_intent ?? null))),
    ]),
    events: new Set(events.filter(({ type }) => types.has(type)).map(({ id }) => id)),
  };
}

const idOf = (reference: string | { id: string } | null | undefined): string | null =>
  typeof reference === 'string' ? reference : (reference?.id ?? null);

async function getLedgerState(db: Db, account: string): Promise<StripeState> {
  const orders = await rowsOf(
    db,
    sql`
    select session_id as key, total || ' ' || lower(currency) as value from orders
    where account_id = ${account} and state not in ('pending', 'failed')`,
  );
  const sales = await rowsOf(
    db,
    sql`
    select source as key, amount || ' ' || lower(currency) || ', refunded ' || refunded || ', lost ' || lost as value
    from sales where account_id = ${account}`,
  );
  const events = await rowsOf(
    db,
    sql`
    select id as key, status as value from stripe_events
    where account_id = ${account} and status in ('done', 'ignored')`,
  );
  return { orders: new Map(orders), sales: new Map(sales), events: new Set(events.map(([id]) => id)) };
}

async function rowsOf(db: Db, query: ReturnType<typeof sql>): Promise<[string, string][]> {
  const { rows } = (await db.execute(query)) as { rows: { key: string; value: string }[] };
  return rows.map(({ key, value }) => [key, value]);
}
