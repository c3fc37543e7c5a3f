// Two processes at once: `npm run chaos:races -- --rounds 500`. Two processes of one shop on PostgreSQL race for a
// seller's trial, for a change of plan, for the limit that two payments cross together, and for the last pieces and the
// last uses of a code. Ends with 1 unless every race has one winner, one subscription and one charge, and what is limited
// has as many as there are.
import { parseArgs } from 'node:util';

import pg from 'pg';

import type { SubscriptionStatus } from '#domain/subscription.ts';

import { openTestPostgres } from '../commands/test-postgres.ts';
import { newSeller, onboard, publish, samplePage, type Seller } from '../e2e/seller.ts';
import { startShopTwice, type Shop } from '../e2e/shop-process.ts';
import { builtFolder } from '../set-up.mjs';
import { invariantsHold } from './invariants.ts';
import { raceForTheLast, SCARCE } from './scarce-races.ts';
import { askProvider, giveCard, moveClock, payOnPage, until, type Listed } from './provider.ts';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '500' },
    /** Sellers who are at it at the same time. */
    sellers: { type: 'string', default: '4' },
  },
});
const [ROUNDS, SELLERS] = [Number(values.rounds), Number(values.sellers)];
const TRIAL_S = 7 * 86_400;
/** An invoice is charged an hour after it was made. */
const UNTIL_CHARGED_S = 2 * 3600;
/** Each of the two payments alone is above what Growth allows. */
const SALE = { price: '10500', cents: 1_050_000 };

type World = { shop: Shop; doors: readonly [string, string]; db: pg.Pool };
type Racer = { seller: Seller; customer: string };
type Fault = { race: string; seller: string; what: string };

type Answered<T> = { status: number; body: T & { error?: { code: string } } };

async function callAt<T>(
  door: string,
  { session }: Seller,
  name: string,
  body: object,
): Promise<Answered<T>> {
  const answer = await fetch(`${door}/functions/v1/${name}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${session.access_token}` },
    body: JSON.stringify(body),
  });
  return { status: answer.status, body: (await answer.json()) as Answered<T>['body'] };
}

/** The same call four times at once, at both processes in turn. */
const fourAtOnce = <T>({ doors }: World, seller: Seller, name: string, body: object) =>
  Promise.all([0, 1, 2, 3].map((index) => callAt<T>(doors[index % 2 === 0 ? 0 : 1], seller, name, body)));

/** `work` for every racer, a few at the same time. */
async function each<T, R>(racers: readonly T[], work: (racer: T) => Promise<R>): Promise<R[]> {
  const waiting = racers.map((racer) => () => work(racer));
  const results: R[] = [];
  const lane = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) results.push(await next());
  };
  await Promise.all(Array.from({ length: SELLERS }, lane));
  return results;
}

const faultsOf = (race: string, { email: seller }: Seller, held: Record<string, boolean>): Fault[] =>
  Object.entries(held).flatMap(([what, holds]) => (holds ? [] : [{ race, seller, what }]));

/** A seller's first entry in four tabs at once. */
async function raceForTrial(world: World): Promise<{ racer: Racer; faults: Fault[] }> {
  const seller = await newSeller(world.shop);
  const answers = await fourAtOnce<{ created?: boolean }>(world, seller, 'create-subscription', {
    planId: 'starter',
  });
  const { sandboxUrl } = world.shop;
  const customers = await askProvider<Listed>(
    sandboxUrl,
    `customers?email=${encodeURIComponent(seller.email)}`,
  );
  const customer = customers.data[0]?.id ?? '';
  const made = await askProvider<Listed>(sandboxUrl, `subscriptions?status=all&customer=${customer}`);
  const faults = faultsOf('trial', seller, {
    'everyone is answered well': answers.every(({ status }) => status === 200),
    'one tab greets': answers.filter(({ body }) => body.created).length === 1,
    'one customer': customers.data.length === 1,
    'one subscription': made.data.length === 1,
  });
  return { racer: { seller, customer }, faults };
}

const statusOf = async (door: string, seller: Seller): Promise<SubscriptionStatus> =>
  (await callAt<SubscriptionStatus>(door, seller, 'check-subscription-status', {})).body;

/** Every trial becomes a paid plan: a card is there, the clock is moved behind the first charge. */
async function makeActive(world: World, racers: readonly Racer[]): Promise<void> {
  const { sandboxUrl } = world.shop;
  await each(racers, ({ customer }) => giveCard(sandboxUrl, customer));
  await moveClock(sandboxUrl, TRIAL_S);
  await moveClock(sandboxUrl, UNTIL_CHARGED_S);
  await each(racers, ({ seller, customer }) =>
    until(`${seller.email} is active`, async () => {
      const invoices = await paidInvoices(world, customer);
      return invoices.length === 2 && (await statusOf(world.doors[1], seller)).status === 'active';
    }),
  );
}

type Invoice = { id: string; status: string; billing_reason: string; amount_paid: number };

async function paidInvoices({ shop }: World, customer: string): Promise<Invoice[]> {
  const { data } = await askProvider<{ data: Invoice[] }>(
    shop.sandboxUrl,
    `invoices?limit=100&customer=${customer}`,
  );
  return data.filter(({ status }) => status === 'paid');
}

const countChanges = async (world: World, customer: string): Promise<number> =>
  (await paidInvoices(world, customer)).filter((one) => one.billing_reason === 'subscription_update').length;

const TOO_LATE = ['plan_change_under_way', 'plan_held'];

/** Four presses on "Move to Growth" at once. */
async function raceForUpgrade(world: World, { seller, customer }: Racer): Promise<Fault[]> {
  const answers = await fourAtOnce<{ change?: string }>(world, seller, 'upgrade-subscription', {
    targetPlan: 'growth',
    userId: seller.session.user.id,
  });
  const winners = answers.filter(({ status }) => status === 200);
  const late = answers.filter(({ status }) => status !== 200);
  return faultsOf('upgrade', seller, {
    'one winner': winners.length === 1 && winners[0]?.body.change === 'upgraded',
    'the others are told why': late.every(({ body }) => TOO_LATE.includes(body.error?.code ?? '')),
    'one charge': (await countChanges(world, customer)) === 1,
    'the plan is held': (await statusOf(world.doors[1], seller)).currentPlan === 'growth',
  });
}

/** The states of a seller's automatic moves. */
async function upgradesOf(db: pg.Pool, { session }: Seller): Promise<string[]> {
  const { rows } = await db.query<{ state: string }>(
    'select u.state from plan_upgrades u join sellers s on s.id = u.seller_id where s.user_id = $1',
    [session.user.id],
  );
  return rows.map(({ state }) => state);
}

/** Two payments at once, each alone above the limit; both processes hear of them at the same moment. */
async function raceForLimit(world: World, { seller, customer }: Racer): Promise<Fault[]> {
  const { doors, shop, db } = world;
  await onboard(seller);
  const { slug } = await publish(seller, samplePage({ price: SALE.price, requireTerms: false }));
  const begin = (door: string) =>
    callAt<{ url: string }>(door, seller, 'create-checkout-session', { slug, attempt: crypto.randomUUID() });
  const sessions = await Promise.all(doors.map(begin));
  const ends = await Promise.all(sessions.map(({ body }) => payOnPage(body.url)));
  await Promise.all(ends.map((end, index) => fetch(end.replace(shop.url, doors[index === 0 ? 0 : 1]))));
  // The plan is heard of before the move is written down as made.
  await until(`${seller.email} is on Pro`, async () => {
    const { currentPlan } = await statusOf(doors[0], seller);
    return currentPlan === 'pro' && !(await upgradesOf(db, seller)).includes('waiting');
  });
  const { monthlySales } = await statusOf(doors[1], seller);
  const upgrades = await upgradesOf(db, seller);
  return faultsOf('limit', seller, {
    'both sales are counted once':
      monthlySales.amount * 100 === 2 * SALE.cents && monthlySales.transactions === 2,
    'one upgrade': upgrades.join() === 'done',
    'one more charge': (await countChanges(world, customer)) === 2,
  });
}

/** By sellers who are connected already. */
const raceForScarce =
  (what: keyof typeof SCARCE) =>
  async ({ doors }: World, { seller }: Racer): Promise<Fault[]> => {
    const scarce = SCARCE[what];
    return scarce ? faultsOf(what, seller, await raceForTheLast(callAt, doors, seller, scarce)) : [];
  };

async function run(world: World): Promise<Fault[]> {
  const entered = await each(
    Array.from({ length: ROUNDS }, () => world),
    raceForTrial,
  );
  const racers = entered.map(({ racer }) => racer);
  const faults = entered.flatMap((one) => one.faults);
  console.log(`${racers.length} races for a trial: ${faults.length} faults`);
  await makeActive(world, racers);
  for (const [name, race] of [
    ['an upgrade', raceForUpgrade],
    ['the limit', raceForLimit],
    ['the last pieces', raceForScarce('stock')],
    ['the last uses of a code', raceForScarce('coupon')],
  ] as const) {
    const found = (await each(racers, (racer) => race(world, racer))).flat();
    console.log(`${racers.length} races for ${name}: ${found.length} faults`);
    faults.push(...found);
  }
  return faults;
}

async function race(): Promise<number> {
  process.env.BUILD_DIR ??= (await builtFolder()) ?? undefined;
  const postgres = await openTestPostgres();
  const { shop, otherUrl } = await startShopTwice(postgres.url);
  const db = new pg.Pool({ connectionString: postgres.url });
  try {
    const faults = await run({ shop, doors: [shop.url, otherUrl], db });
    for (const fault of faults.slice(0, 20)) console.log(fault);
    console.log(faults.length === 0 ? 'One winner every time.' : `${faults.length} faults.`);
    const holds = await invariantsHold(postgres.url, shop.sandboxUrl);
    return faults.length === 0 && holds ? 0 : 1;
  } finally {
    await db.end();
    await shop.stop();
    await postgres.close();
  }
}

process.exitCode = await race();
