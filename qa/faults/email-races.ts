/** Two processes and the mails that wait: each goes out once, and none is lost with a process that dies while it sends. */
import { waitUntil } from '../lib/sandbox-stripe.ts';
import { listFaults, type Fault, type RaceTestEnv } from './race-test-env.ts';

/** Sent side by side by both processes. */
const AT_ONCE = 8;

const PROPS = JSON.stringify({ what: 'A race', detail: 'None', remedy: 'None' });

/** Mails that are due at the same moment for both. */
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
  waitUntil('every mail is sent', async () => (await sentOf(testEnv, ids)) === ids.length);

const copiesOf = ({ mail }: RaceTestEnv, id: string): number => mail.received.get(`${id}@127.0.0.1`) ?? 0;

export async function raceForEmails(testEnv: RaceTestEnv, rounds: number): Promise<Fault[]> {
  const ids = await queue(testEnv, 'race:', rounds);
  await allSent(testEnv, ids);
  return ids.flatMap((id) => listFaults('mail', id, { 'it comes once': copiesOf(testEnv, id) === 1 }));
}

/** Every mail that this shop has ever sent came once. */
export function findLostEmails({ mail }: RaceTestEnv): Fault[] {
  return [...mail.received].flatMap(([id, count]) => listFaults('mail', id, { 'no mail comes twice': count === 1 }));
}

/**
 * A process dies while its mails are taken without a word about it: they come once more, and none of them more often, or
 * not at all. Gives how many came twice.
 */
export async function killWhileSending(
  testEnv: RaceTestEnv,
  turn: number,
): Promise<{ twice: number; faults: Fault[] }> {
  const { mail, testEnv: processes, db } = testEnv;
  const victim = processes.appProcesses[turn % 2];
  if (!victim) throw new Error('There is nobody to be killed');
  const held = mail.withholdReplies(AT_ONCE);
  const ids = await queue(testEnv, `kill-${turn}:`, 3 * AT_ONCE);
  await held;
  await victim.end('SIGKILL');
  mail.release();
  // The other goes on; what the dead one had taken is left, until its lease ends.
  await waitUntil('the other has sent what it has', async () => {
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
    listFaults('killed mail', id, { 'it comes once, or once more': [1, 2].includes(copies[place] ?? 0) }),
  );
  return { twice: copies.filter((count) => count === 2).length, faults };
}
