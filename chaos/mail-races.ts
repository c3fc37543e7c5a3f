/** Two processes and the mails that wait: each goes out once, and none is lost with a process that dies while it sends. */
import { until } from './provider.ts';
import { faultsOf, type Fault, type RaceWorld } from './race-world.ts';

/** Sent side by side by both processes. */
const AT_ONCE = 8;

const PROPS = JSON.stringify({ what: 'A race', detail: 'None', remedy: 'None' });

/** Mails that are due at the same moment for both. */
async function queue({ db }: RaceWorld, key: string, mails: number): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>(
    `insert into outbox (id, dedup_key, kind, recipient, props, status, next_at, created_at)
     select gen_random_uuid(), $1::text || place, 'operator_alert', 'race-' || place || '@example.com', $3, 'waiting',
       timestamptz '1970-01-01', now() from generate_series(1, $2::int) as place returning id`,
    [key, mails, PROPS],
  );
  return rows.map(({ id }) => id);
}

const sentOf = async ({ db }: RaceWorld, ids: readonly string[]): Promise<number> => {
  const { rows } = await db.query<{ count: number }>(
    `select count(*)::int as count from outbox where id = any($1) and status = 'sent'`,
    [ids],
  );
  return rows[0]?.count ?? 0;
};

const allSent = (world: RaceWorld, ids: readonly string[]): Promise<void> =>
  until('every mail is sent', async () => (await sentOf(world, ids)) === ids.length);

const copiesOf = ({ mail }: RaceWorld, id: string): number => mail.received.get(`${id}@127.0.0.1`) ?? 0;

export async function raceForMails(world: RaceWorld, rounds: number): Promise<Fault[]> {
  const ids = await queue(world, 'race:', rounds);
  await allSent(world, ids);
  return ids.flatMap((id) => faultsOf('mail', id, { 'it comes once': copiesOf(world, id) === 1 }));
}

/** Every mail that this shop has ever sent came once. */
export function strayMails({ mail }: RaceWorld): Fault[] {
  return [...mail.received].flatMap(([id, count]) =>
    faultsOf('mail', id, { 'no mail comes twice': count === 1 }),
  );
}

/**
 * A process dies while its mails are taken without a word about it: they come once more, and none of them more often, or
 * not at all. Gives how many came twice.
 */
export async function killInMidMail(
  world: RaceWorld,
  turn: number,
): Promise<{ twice: number; faults: Fault[] }> {
  const { mail, world: processes, db } = world;
  const victim = processes.shops[turn % 2];
  if (!victim) throw new Error('There is nobody to be killed');
  const held = mail.holdNext(AT_ONCE);
  const ids = await queue(world, `kill-${turn}:`, 3 * AT_ONCE);
  await held;
  await victim.end('SIGKILL');
  mail.release();
  // The other goes on; what the dead one had taken is left, until its lease ends.
  await until('the other has sent what it has', async () => {
    const { rows } = await db.query(
      `select from outbox where id = any($1) and status = 'waiting' and next_at <= now()`,
      [ids],
    );
    return rows.length === 0 && mail.isQuiet();
  });
  await db.query(
    `update outbox set next_at = timestamptz '1970-01-01' where id = any($1) and status = 'waiting'`,
    [ids],
  );
  await world.startAgain(victim);
  await allSent(world, ids);
  const copies = ids.map((id) => copiesOf(world, id));
  const faults = ids.flatMap((id, place) =>
    faultsOf('killed mail', id, { 'it comes once, or once more': [1, 2].includes(copies[place] ?? 0) }),
  );
  return { twice: copies.filter((count) => count === 2).length, faults };
}
