// Multiplies the scenarios of qa/bench/webhook-scenarios.ts: each purchase gets new ids, and they are spread over
// all accounts.
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { writeFile } from 'node:fs/promises';

import type pg from 'pg';

import type { PurchaseScenario, RecordedScenarios } from './webhook-scenarios.ts';

export const BENCH_SECRETS = { platform: 'whsec_bench_platform', connect: 'whsec_bench_connect' };

/** The number of purchases in a hundred that follow each scenario. */
const SHARES: Record<string, number> = {
  once: 45,
  'partly refunded': 10,
  refunded: 8,
  'disputed and lost': 3,
  'disputed and won': 3,
  expired: 8,
  subscription: 23,
};

const ID =
  /\b((?:cs_test|pi|ch|in|sub|si|cus|re|du|dp|evt|txn|pm|inpay|seti|il|ii|acct|req)_[0-9A-Za-z]{8,}|[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})\b/;

let ids = 0;

/** Creates an unused id of the same length. */
function freshId(id: string): string {
  if (!id.includes('_')) return crypto.randomUUID();
  const prefix = id.slice(0, id.lastIndexOf('_') + 1);
  return prefix + (ids++).toString(36).padStart(id.length - prefix.length, '0');
}

export type Purchase = { attempt: string; template: string; session: string; account: string; name: string };
export type Event = { account: string; body: string };

/** Copies a scenario with new ids to another account. */
function copyScenario(scenario: PurchaseScenario, account: string): { scenario: PurchaseScenario; purchase: Purchase } {
  const pieces = JSON.stringify(scenario).split(ID);
  const fresh = new Map<string, string>();
  const text = pieces
    .map((piece, index) => {
      if (index % 2 === 0) return piece;
      if (piece.startsWith('acct_')) return account;
      const known = fresh.get(piece) ?? freshId(piece);
      fresh.set(piece, known);
      return known;
    })
    .join('');
  const copied = JSON.parse(text) as PurchaseScenario;
  const { attempt, session, name } = copied;
  return { scenario: copied, purchase: { attempt, session, name, account, template: scenario.attempt } };
}

function* scenarioNames(count: number): Generator<string> {
  const names = Object.entries(SHARES).flatMap(([name, share]) => Array<string>(share).fill(name));
  for (let index = 0; index < count; index++) yield names[(index * 37) % names.length] ?? '';
}

/** Writes Stripe's objects into a file and returns the events in order. */
export async function multiplyPurchases(
  recorded: RecordedScenarios,
  count: number,
  file: string,
): Promise<{ purchases: Purchase[]; events: Event[] }> {
  const out = createWriteStream(file);
  const purchases: Purchase[] = [];
  const events: Event[] = [];
  let index = 0;
  for (const name of scenarioNames(count)) {
    const template = recorded.scenarios.find((scenario) => scenario.name === name);
    const { account } = recorded.sellers[Math.floor(Math.random() * recorded.sellers.length)] ?? {};
    if (!template || !account) throw new Error(`Unknown scenario: ${name}`);
    const { scenario, purchase } = copyScenario(template, account);
    for (const object of scenario.objects)
      if (!out.write(`${JSON.stringify({ account, ...object })}\n`)) await once(out, 'drain');
    for (const body of scenario.events) events.push({ account, body });
    purchases.push(purchase);
    index++;
  }
  out.end();
  await once(out, 'finish');
  return { purchases, events };
}

/** The checkout attempts as the database stored them before any event arrived. */
export async function insertAttempts(db: pg.Client, recorded: RecordedScenarios, purchases: Purchase[]): Promise<void> {
  const pages = recorded.sellers.map(({ account, pages: { once: single, monthly } }) => ({
    account,
    single,
    monthly,
  }));
  for (let at = 0; at < purchases.length; at += 5000) {
    await db.query(
      `insert into checkout_attempts (id, mode, seller_id, page_id, version_id, account_id, token, state, currency, original,
         discount, total, coupon_code, email, agreement, slug, session_id, url, created_at, expires_at)
       select p.attempt::uuid, t.mode, a.seller_id, v.page_id, v.id, a.account_id, gen_random_uuid(), 'open', t.currency,
         t.original, t.discount, t.total, t.coupon_code, t.email, t.agreement, t.slug, p.session, t.url,
         now() + $3::float8 * interval '1 ms', now() + $3::float8 * interval '1 ms' + interval '32 minutes'
       from json_to_recordset($1::json) p(attempt text, template text, session text, account text, name text)
       join checkout_attempts t on t.id = p.template::uuid
       join stripe_accounts a on a.account_id = p.account
       join json_to_recordset($2::json) s(account text, single text, monthly text) on s.account = p.account
       join pages g on g.id = (case when p.name = 'subscription' then s.monthly else s.single end)::uuid
       join page_versions v on v.page_id = g.id and v.number = g.live_version`,
      [JSON.stringify(purchases.slice(at, at + 5000)), JSON.stringify(pages), recorded.aheadMs],
    );
  }
  // A running app sums these changes before the events of the attempts arrive.
  await db.query('delete from revenue_changes');
  await db.query('analyze');
}

export function shuffle<T>(list: readonly T[]): T[] {
  const result = [...list];
  for (let index = result.length - 1; index > 0; index--) {
    const other = Math.floor(Math.random() * (index + 1));
    [result[index], result[other]] = [result[other] as T, result[index] as T];
  }
  return result;
}

/** Signed now: one JSON array of signature and body per line. */
export async function writeDeliveries(file: string, events: readonly Event[]): Promise<void> {
  const seconds = Math.floor(Date.now() / 1000);
  const lines = events.map(({ body }) => {
    const signature = createHmac('sha256', BENCH_SECRETS.connect).update(`${seconds}.${body}`).digest('hex');
    return `${JSON.stringify([`t=${seconds},v1=${signature}`, body])}\n`;
  });
  await writeFile(file, lines);
}
