/**
 * Two processes and the email queue: each email is sent once, and none is lost with a process that dies while it
 * sends.
 */
import { waitUntil } from '../lib/sandbox-stripe.ts';
import { listFaults, type Fault, type RaceTestEnv } from './race-test-env.ts';

/** Sends emails from both processes concurrently. */
const AT_ONCE = 8;

const PROPS = JSON.stringify({ what: 'A race', detail: 'None', remedy: 'None' });

/** Emails that are due at the same time for both processes. */
async function queue({ db }: RaceTestEnv, key: string, mails: number): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>(
    `insert into outbox (id, dedup_key, kind, recipient, props, status, next_at, created_at)
     select gen_random_uuid(), $1::text || place, 'operator_alert', 'race-' || place || '@example.com', $3, 'waiting',
       timestamptz '1970-01-01', now() from generate_series(1, $2::int) as place returning id`,
    [key, mails, PROPS],
  );
  return rows.map(({ id }) => id);
}

const sentOf = async ({ db }: RaceTestEnv, ids: readonly string[]): Promise<number> => {
  const { rows } = await db.query<{ count: number }>(
    `select count(*)::int as count from outbox where id = any($1) and status = 'sent'`,
    [ids],
  );
  return rows[0]?.count ?? 0;
};

const allSent = (testEnv: RaceTestEnv, ids: readonly string[]): Promise<void> =>
  waitUntil('every email is sent', async () => (await sentOf(testEnv, ids)) === ids.length);

const copiesOf = ({ mail }: RaceTestEnv, id: string): number => mail.received.get(`${id}@127.0.0.1`) ?? 0;

export async function raceForEmails(testEnv: RaceTestEnv, rounds: number): Promise<Fault[]> {
  const ids = await queue(testEnv, 'race:', rounds);
  await allSent(testEnv, ids);
  return ids.flatMap((id) => listFaults('mail', id, { 'each arrives once': copiesOf(testEnv, id) === 1 }));
}

/** Every email that this app has sent arrived once. */
export function findLostEmails({ mail }: RaceTestEnv): Fault[] {
  return [...mail.received].flatMap(([id, count]) => listFaults('mail', id, { 'no email arrives twice': count === 1 }));
}

/**
 * Kills a process while the mail server delays its replies. Its emails arrive once or twice, but never more often
 * and never not at all. Returns how many arrived twice.
 */
export async function killWhileSending(
  testEnv: RaceTestEnv,
  turn: number,
): Promise<{ twice: number; faults: Fault[] }> {
  const { mail, testEnv: processes, db } = testEnv;
  const victim = processes.appProcesses[turn % 2];
  if (!victim) throw new Error('There is no process to kill');
  const withheld = mail.withholdReplies(AT_ONCE);
  const ids = await queue(testEnv, `kill-${turn}:`, 3 * AT_ONCE);
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
  await allSent(testEnv, ids);
  const copies = ids.map((id) => copiesOf(testEnv, id));
  const faults = ids.flatMap((id, place) =>
    listFaults('killed email', id, { 'each arrives once or twice': [1, 2].includes(copies[place] ?? 0) }),
  );
  return { twice: copies.filter((count) => count === 2).length, faults };
}
