/** Two processes and due work: one of them claims each row, and its effect happens once, even when one is killed. */
import { callRpcAt } from '../lib/rpc-calls.ts';
import { waitUntil } from '../lib/sandbox-stripe.ts';
import { listFaults, type Fault, type Racer, type RaceEnv } from './race-env.ts';

/** Made due in one statement. */
const BATCH = 50;
/** Rows that are due since then were made due by this run. */
const DUE = "timestamptz '2000-01-01'";

/** The due column of each table and its row id. Only a claim or a completion moves it later. */
const JOBS = {
  plan: { table: 'plan_subscriptions', due: 'due_at', key: 'seller_id' },
  domain: { table: 'domains', due: 'next_check_at', key: 'host' },
  cursor: { table: 'reconcile_cursors', due: 'next_at', key: 'account_id' },
} as const;
type Job = keyof typeof JOBS;

/** Makes the database record which process moves a due row. */
export async function watchJobs({ db }: RaceEnv): Promise<void> {
  await db.query('create table qa_claims (job text, key text, process text)');
  for (const [job, { table, due, key }] of Object.entries(JOBS)) {
    await db.query(`create function qa_${job}() returns trigger language plpgsql as $$ begin
      insert into qa_claims values ('${job}', new.${key}::text, current_setting('application_name'));
      return null; end $$`);
    await db.query(`create trigger qa_${job} after update of ${due} on ${table} for each row
      when (new.${due} > old.${due}) execute function qa_${job}()`);
  }
}

/** Counts the processes that claimed each row. */
async function listClaimers({ db }: RaceEnv, job: Job): Promise<Map<string, string[]>> {
  const { rows } = await db.query<{ key: string; claimers: string[] }>(
    'select key, array_agg(distinct process) as claimers from qa_claims where job = $1 group by key',
    [job],
  );
  return new Map(rows.map(({ key, claimers }) => [key, claimers]));
}

async function makeDue(testEnv: RaceEnv, job: Job, keys: readonly string[]): Promise<Fault[]> {
  const { db } = testEnv;
  const { table, due, key } = JOBS[job];
  const keyCondition = `${key}::text = any($1)`;
  await db.query('delete from qa_claims');
  await db.query(`update ${table} set ${due} = ${DUE} where ${keyCondition}`, [keys]);
  await waitUntil(`due rows of ${table} are done`, async () => {
    const { rows } = await db.query(`select 1 from ${table} where ${keyCondition} and ${due} = ${DUE} limit 1`, [keys]);
    return rows.length === 0;
  });
  await waitUntilCompleted(testEnv, job, keys);
  const claimers = await listClaimers(testEnv, job);
  return keys.flatMap((one) => listFaults(job, one, { 'one process claims it': claimers.get(one)?.length === 1 }));
}

/** A claim moves a row once, and its completion once more. */
const waitUntilCompleted = ({ db }: RaceEnv, job: Job, keys: readonly string[]): Promise<void> =>
  waitUntil(`every ${job} has completed`, async () => {
    const { rows } = await db.query<{ count: number }>(
      `select count(*)::int as count from (
        select key from qa_claims where job = $1 and key = any($2) group by key having count(*) > 1) as ended`,
      [job, keys],
    );
    return rows[0]?.count === keys.length;
  });

const toBatches = <T>(all: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(all.length / BATCH) }, (_, at) => all.slice(at * BATCH, (at + 1) * BATCH));

async function raceInBatches(testEnv: RaceEnv, job: Job, keys: readonly string[]): Promise<Fault[]> {
  const faults: Fault[] = [];
  for (const batch of toBatches(keys)) faults.push(...(await makeDue(testEnv, job, batch)));
  return faults;
}

type Counted = { key: string; count: number };

/** Makes every seller's plan due: each is read and written once. */
export async function raceForPlans(testEnv: RaceEnv): Promise<Fault[]> {
  const versions = async () => {
    const { rows } = await testEnv.db.query<Counted>(
      'select seller_id::text as key, version as count from plan_subscriptions where customer_id is not null',
    );
    return new Map(rows.map(({ key, count }) => [key, count]));
  };
  const before = await versions();
  const faults = await raceInBatches(testEnv, 'plan', [...before.keys()]);
  const after = await versions();
  return [
    ...faults,
    ...[...before].flatMap(([key, version]) =>
      listFaults('plan', key, { 'it is written once': after.get(key) === version + 1 }),
    ),
  ];
}

/** Makes this many verified domains due whose records no longer exist: each is queried once. */
export async function raceForDomains(testEnv: RaceEnv, rounds: number): Promise<Fault[]> {
  const { db, dns } = testEnv;
  const hosts = Array.from({ length: rounds }, (_, place) => `race-${place}.example.com`);
  await db.query(
    `insert into domains (id, seller_id, host, verification_token, verified_at, created_at, next_check_at)
     select gen_random_uuid(), (select id from sellers order by id limit 1), host, 'proof', now(), now(), 'infinity'
     from unnest($1::text[]) as host`,
    [hosts],
  );
  const faults = await raceInBatches(testEnv, 'domain', hosts);
  const { rows } = await db.query<Counted>('select host as key, failures as count from domains');
  const failures = new Map(rows.map(({ key, count }) => [key, count]));
  const proofs = (host: string) => dns.counts.get(`_tillwright.${host} TXT`);
  return [
    ...faults,
    ...hosts.flatMap((host) =>
      listFaults('domain', host, {
        'it is queried once': proofs(host) === 1,
        'one failure is counted': failures.get(host) === 1,
      }),
    ),
  ];
}

/** Makes every account and every global sweep due. Sweeps that run each minute anyway are omitted. */
export async function raceForCursors(testEnv: RaceEnv): Promise<Fault[]> {
  const { rows } = await testEnv.db.query<{ key: string }>(
    `select account_id as key from reconcile_cursors where account_id not in (':open', ':attempts', ':closed')`,
  );
  return raceInBatches(
    testEnv,
    'cursor',
    rows.map(({ key }) => key),
  );
}

/** Makes this many webhook deliveries due at the same time: each arrives once. */
export async function raceForDeliveries(
  { db, urls, webhooks }: RaceEnv,
  racers: readonly Racer[],
  rounds: number,
): Promise<Fault[]> {
  for (const { seller } of racers)
    await callRpcAt(urls[0], seller, 'create-webhook-endpoint', { url: webhooks.address });
  const { rows } = await db.query<{ id: string }>(
    `with endpoints as (
      select id, mode, seller_id, row_number() over () as turn, count(*) over () as all_of_them
      from webhook_endpoints),
    messages as (
      insert into webhook_events (id, mode, seller_id, key, type, body, summary, created_at)
      select gen_random_uuid(), mode, seller_id, 'race ' || place, 'webhook.test', '{}', 'A race.', now()
      from generate_series(1, $1::int) as place join endpoints on turn = 1 + place % all_of_them
      returning id, seller_id, position)
    insert into webhook_deliveries (id, endpoint_id, message_id, position, status, next_at, created_at)
    select gen_random_uuid(), endpoints.id, messages.id, position, 'waiting', ${DUE}, now()
    from messages join endpoints using (seller_id) returning message_id as id`,
    [rounds],
  );
  const waiting = async () => (await db.query(`select from webhook_deliveries where status = 'waiting'`)).rows.length;
  await waitUntil('everything is sent', async () => (await waiting()) === 0);
  const tries = await db.query<Counted>('select message_id as key, tries as count from webhook_deliveries');
  const tried = new Map(tries.rows.map(({ key, count }) => [key, count]));
  return [
    ...listFaults('delivery', 'all', { 'each goes to one endpoint': rows.length === rounds }),
    ...rows.flatMap(({ id }) =>
      listFaults('delivery', id, { 'it arrives once': webhooks.counts.get(id) === 1 && tried.get(id) === 1 }),
    ),
  ];
}

/** Emails whose replies are withheld when a process is killed. */
const WITHHELD = 8;

const PROPS = JSON.stringify({ what: 'A race', detail: 'None', remedy: 'None' });

/** Emails that are due at the same time for both processes. */
async function queueEmails({ db }: RaceEnv, key: string, count: number): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>(
    `insert into outbox (id, dedup_key, kind, recipient, props, status, next_at, created_at)
     select gen_random_uuid(), $1::text || place, 'operator_alert', 'race-' || place || '@example.com', $3, 'waiting',
       timestamptz '1970-01-01', now() from generate_series(1, $2::int) as place returning id`,
    [key, count, PROPS],
  );
  return rows.map(({ id }) => id);
}

const countSent = async ({ db }: RaceEnv, ids: readonly string[]): Promise<number> => {
  const { rows } = await db.query<{ count: number }>(
    `select count(*)::int as count from outbox where id = any($1) and status = 'sent'`,
    [ids],
  );
  return rows[0]?.count ?? 0;
};

const waitUntilSent = (testEnv: RaceEnv, ids: readonly string[]): Promise<void> =>
  waitUntil('every email is sent', async () => (await countSent(testEnv, ids)) === ids.length);

const countCopies = ({ mail }: RaceEnv, id: string): number => mail.received.get(`${id}@127.0.0.1`) ?? 0;

export async function raceForEmails(testEnv: RaceEnv, rounds: number): Promise<Fault[]> {
  const ids = await queueEmails(testEnv, 'race:', rounds);
  await waitUntilSent(testEnv, ids);
  return ids.flatMap((id) => listFaults('mail', id, { 'each arrives once': countCopies(testEnv, id) === 1 }));
}

/** Every email that this app has sent arrived once. */
export function findLostEmails({ mail }: RaceEnv): Fault[] {
  return [...mail.received].flatMap(([id, count]) => listFaults('mail', id, { 'no email arrives twice': count === 1 }));
}

/**
 * Kills a process while the mail server delays its replies. Its emails arrive once or twice, but never more often
 * and never not at all. Returns how many arrived twice.
 */
export async function killWhileSending(testEnv: RaceEnv, turn: number): Promise<{ twice: number; faults: Fault[] }> {
  const { mail, appProcesses, db } = testEnv;
  const victim = appProcesses[turn % 2];
  if (!victim) throw new Error('There is no process to kill');
  const withheld = mail.withholdReplies(WITHHELD);
  const ids = await queueEmails(testEnv, `kill-${turn}:`, 3 * WITHHELD);
  await withheld;
  await victim.end('SIGKILL');
  mail.release();
  // The other process continues; the dead one's emails stay claimed until their lease ends.
  await waitUntil('the other process has sent its emails', async () => {
    const { rows } = await db.query(
      `select from outbox where id = any($1) and status = 'waiting' and next_at <= now()`,
      [ids],
    );
    return rows.length === 0 && mail.isQuiet();
  });
  await db.query(`update outbox set next_at = timestamptz '1970-01-01' where id = any($1) and status = 'waiting'`, [
    ids,
  ]);
  await testEnv.restart(victim);
  await waitUntilSent(testEnv, ids);
  const copies = ids.map((id) => countCopies(testEnv, id));
  const faults = ids.flatMap((id, place) =>
    listFaults('killed email', id, { 'each arrives once or twice': [1, 2].includes(copies[place] ?? 0) }),
  );
  return { twice: copies.filter((count) => count === 2).length, faults };
}
