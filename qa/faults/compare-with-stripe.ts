import { sql, type SQL } from 'drizzle-orm';
import type Stripe from 'stripe';

import { REQUIRED_EVENTS } from '#server/billing/stripe-webhook-endpoints.ts';
import type { Db } from '#server/db/client.ts';

import { sum } from '../lib/harness.ts';
import { ALL } from '../lib/sandbox-stripe.ts';

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
        const [atStripe = 'nothing', inLedger = 'nothing'] = [stripeState[what].get(key), ledgerState[what].get(key)];
        if (atStripe !== inLedger) found.push(`${what} ${account} ${key}: Stripe ${atStripe}, ledger ${inLedger}`);
      }
    }
    for (const id of stripeState.events)
      if (!ledgerState.events.has(id)) found.push(`event ${account} ${id} is not processed`);
  }
  return found;
}

async function getStripeState(stripe: Stripe, account: string): Promise<StripeState> {
  const on = { stripeAccount: account };
  const sessions = await stripe.checkout.sessions.list(PAGE, on).autoPagingToArray(ALL);
  const charges = await stripe.charges.list(PAGE, on).autoPagingToArray(ALL);
  const disputes = await stripe.disputes.list(PAGE, on).autoPagingToArray(ALL);
  const invoices = await stripe.invoices.list({ ...PAGE, expand: ['data.payments'] }, on).autoPagingToArray(ALL);
  const types = new Set<string>(REQUIRED_EVENTS.connect);
  const events = await stripe.events.list(PAGE, on).autoPagingToArray(ALL);
  const paid = sessions.filter(({ status, payment_status: state }) => status === 'complete' && state !== 'unpaid');
  const lostOf = (charge: Stripe.Charge) => {
    const lost = disputes.filter((one) => one.status === 'lost' && idOf(one.charge) === charge.id);
    return sum(lost.map(({ amount }) => amount));
  };
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
  const read = async (query: SQL) => {
    const { rows } = (await db.execute(query)) as { rows: { key: string; value: string }[] };
    return new Map(rows.map(({ key, value }) => [key, value]));
  };
  const events = await read(sql`
    select id as key, status as value from stripe_events
    where account_id = ${account} and status in ('done', 'ignored')`);
  return {
    orders: await read(sql`
      select session_id as key, total || ' ' || lower(currency) as value from orders
      where account_id = ${account} and state not in ('pending', 'failed')`),
    sales: await read(sql`
      select source as key, amount || ' ' || lower(currency) || ', refunded ' || refunded || ', lost ' || lost as value
      from sales where account_id = ${account}`),
    events: new Set(events.keys()),
  };
}
