import { callRpcAt } from '../lib/rpc-calls.ts';
/** Two processes and due jobs: one of them claims each row, and its effect happens once. */
import { waitUntil } from '../lib/sandbox-stripe.ts';
import { listFaults, type Fault, type Racer, type RaceTestEnv } from './race-test-env.ts';

/** Made due in one statement. */
const TOGETHER = 50;
/** Rows that are due since then were made due by this run. */
const DUE = "timestamptz '2000-01-01'";

/** The due column of each table and its row id. Only a claim or a completion moves it later. */
const JOBS = {
  plan: { table: 'plan_subscriptions', due: 'due_at', key: 'seller_id' },
  domain: { table: 'domains', due: 'next_check_at', key: 'host' },
  cursor: { table: 'event_cursors', due: 'next_at', key: 'account_id' },
} as const;
type Job = keyof typeof JOBS;

/** Makes the database record which process moves a due row. */
export async function watchJobs({ db }: RaceTestEnv): Promise<void> {
  await db.query('create table chaos_taken (job text, key text, process text)');
  for (const [job, { table, due, key }] of Object.entries(JOBS)) {
    await db.query(`create function chaos_${job}() returns trigger language plpgsql as $$ begin
      insert into chaos_taken values ('${job}', new.${key}::text, current_setting('application_name'));
      return null; end $$`);
    await db.query(`create trigger chaos_${job} after update of ${due} on ${table} for each row
      when (new.${due} > old.${due}) execute function chaos_${job}()`);
  }
}

/** Counts the processes that claimed each row. */
async function takersOf({ db }: RaceTestEnv, job: Job): Promise<Map<string, string[]>> {
  const { rows } = await db.query<{ key: string; takers: string[] }>(
    'select key, array_agg(distinct process) as takers from chaos_taken where job = $1 group by key',
    [job],
  );
  return new Map(rows.map(({ key, takers }) => [key, takers]));
}

async function makeDue(testEnv: RaceTestEnv, job: Job, keys: readonly string[]): Promise<Fault[]> {
  const { db } = testEnv;
  const { table, due, key } = JOBS[job];
  const keyCondition = `${key}::text = any($1)`;
  await db.query('delete from chaos_taken');
  await db.query(`update ${table} set ${due} = ${DUE} where ${keyCondition}`, [keys]);
  await waitUntil(`due rows of ${table} are done`, async () => {
    const { rows } = await db.query(`select 1 from ${table} where ${keyCondition} and ${due} = ${DUE} limit 1`, [keys]);
    return rows.length === 0;
  });
  await untilEnded(testEnv, job, keys);
  const takers = await takersOf(testEnv, job);
  return keys.flatMap((one) => listFaults(job, one, { 'one process claims it': takers.get(one)?.length === 1 }));
}

/** A claim moves a row once, and its completion once more. */
const untilEnded = ({ db }: RaceTestEnv, job: Job, keys: readonly string[]): Promise<void> =>
  waitUntil(`every ${job} has completed`, async () => {
    const { rows } = await db.query<{ count: number }>(
      `select count(*)::int as count from (
        select key from chaos_taken where job = $1 and key = any($2) group by key having count(*) > 1) as ended`,
      [job, keys],
    );
    return rows[0]?.count === keys.length;
  });

const inPortions = <T>(all: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(all.length / TOGETHER) }, (_, at) => all.slice(at * TOGETHER, (at + 1) * TOGETHER));

async function inTurn(testEnv: RaceTestEnv, job: Job, keys: readonly string[]): Promise<Fault[]> {
  const faults: Fault[] = [];
  for (const portion of inPortions(keys)) faults.push(...(await makeDue(testEnv, job, portion)));
  return faults;
}

type Counted = { key: string; count: number };

/** Makes every seller's plan due: each is read and written once. */
export async function raceForPlans(testEnv: RaceTestEnv): Promise<Fault[]> {
  const versions = async () => {
    const { rows } = await testEnv.db.query<Counted>(
      'select seller_id::text as key, version as count from plan_subscriptions where customer_id is not null',
    );
    return new Map(rows.map(({ key, count }) => [key, count]));
  };
  const before = await versions();
  const faults = await inTurn(testEnv, 'plan', [...before.keys()]);
  const after = await versions();
  return [
    ...faults,
    ...[...before].flatMap(([key, version]) =>
      listFaults('plan', key, { 'it is written once': after.get(key) === version + 1 }),
    ),
  ];
}

/** Makes this many verified domains due whose records no longer exist: each is queried once. */
export async function raceForDomains(testEnv: RaceTestEnv, rounds: number): Promise<Fault[]> {
  const { db, names } = testEnv;
  const hosts = Array.from({ length: rounds }, (_, place) => `race-${place}.example.com`);
  await db.query(
    `insert into domains (id, seller_id, host, proof, proven_at, created_at, next_check_at)
     select gen_random_uuid(), (select id from sellers order by id limit 1), host, 'proof', now(), now(), 'infinity'
     from unnest($1::text[]) as host`,
    [hosts],
  );
  const faults = await inTurn(testEnv, 'domain', hosts);
  const { rows } = await db.query<Counted>('select host as key, failures as count from domains');
  const failures = new Map(rows.map(({ key, count }) => [key, count]));
  const proofs = (host: string) => names.counts.get(`_tillwright.${host} TXT`);
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
export async function raceForCursors(testEnv: RaceTestEnv): Promise<Fault[]> {
  const { rows } = await testEnv.db.query<{ key: string }>(
    `select account_id as key from event_cursors where account_id not in (':open', ':attempts', ':closed')`,
  );
  return inTurn(
    testEnv,
    'cursor',
    rows.map(({ key }) => key),
  );
}

/** Makes this many webhook deliveries due at the same time: each arrives once. */
export async function raceForDeliveries(
  { db, urls, hooks }: RaceTestEnv,
  racers: readonly Racer[],
  rounds: number,
): Promise<Fault[]> {
  for (const { seller } of racers) await callRpcAt(urls[0], seller, 'create-webhook-endpoint', { url: hooks.address });
  const { rows } = await db.query<{ id: string }>(
    `with endpoints as (
      select id, mode, seller_id, row_number() over () as turn, count(*) over () as all_of_them
      from webhook_endpoints),
    messages as (
      insert into webhook_messages (id, mode, seller_id, key, type, body, sentence, created_at)
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
      listFaults('delivery', id, { 'it arrives once': hooks.counts.get(id) === 1 && tried.get(id) === 1 }),
    ),
  ];
}
