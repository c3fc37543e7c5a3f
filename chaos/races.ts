// Two processes at once: `npm run chaos:races`. Two processes of one shop on PostgreSQL, whose clocks are twenty minutes
// apart, race for whatever there is one of: trials, accounts, moves of plans, addresses, pieces, uses of a code, and for
// every job that comes due. Ends with 1 unless every race has one winner and the books hold.
import { parseArgs } from 'node:util';

import { raceForAccount, strayAccounts } from './account-races.ts';
import { invariantsHold } from './invariants.ts';
import { raceForCursors, raceForDeliveries, raceForDomains, raceForPlans, watchJobs } from './job-races.ts';
import { killInMidMail, raceForMails, strayMails } from './mail-races.ts';
import { raceForMigrations } from './migration-races.ts';
import { lateNews, newsOf, type News } from './news.ts';
import { makeActive, raceForLimit, raceForTrial, raceForUpgrade } from './plan-races.ts';
import { tokenOf } from './race-calls.ts';
import { each, faultsOf, openRaceWorld, type Fault, type Racer, type RaceWorld } from './race-world.ts';
import { raceForTheLast } from './scarce-races.ts';
import { raceForSlug } from './slug-races.ts';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '500' },
    /** Who are at it at the same time. */
    'at-once': { type: 'string', default: '6' },
    /** How often a process dies while it sends mail. */
    kills: { type: 'string', default: '10' },
    /** How far the clocks are off, in seconds: the one is fast, the other slow. */
    skew: { type: 'string', default: '600' },
    /** How many pages' news are followed to the other process, and within how many ms they are to be there. */
    news: { type: 'string', default: '20' },
    within: { type: 'string', default: '1000' },
  },
});
// Two at least: a seller has a rival.
const [ROUNDS, AT_ONCE, KILLS] = [
  Math.max(2, Number(values.rounds)),
  Number(values['at-once']),
  Number(values.kills),
];

type Result = { race: string; rounds: number; faults: Fault[]; seconds: number };
const results: Result[] = [];

/** Runs races of one kind and writes down what they took. */
async function stage(race: string, rounds: number, run: () => Promise<Fault[]>): Promise<void> {
  const begun = performance.now();
  const faults = await run();
  const seconds = Math.round((performance.now() - begun) / 1000);
  results.push({ race, rounds, faults, seconds });
  console.log(
    `  ${race.padEnd(28)}${String(rounds).padStart(5)} rounds  ${faults.length} faults  ${seconds} s`,
  );
  for (const fault of faults.slice(0, 5)) console.log(fault);
}

type SellerRace = (world: RaceWorld, racer: Racer, place: number) => Promise<Fault[]>;

async function raceOfSellers(
  world: RaceWorld,
  name: string,
  racers: readonly Racer[],
  race: SellerRace,
): Promise<void> {
  const signedIn: SellerRace = async (_, racer, place) => {
    await tokenOf(world.doors[0], racer.seller);
    return race(world, racer, place);
  };
  await stage(name, racers.length, async () =>
    (await each(racers, AT_ONCE, (racer, place) => signedIn(world, racer, place))).flat(),
  );
}

async function raceForTrials(world: RaceWorld): Promise<Racer[]> {
  const racers: Racer[] = [];
  await stage('trial', ROUNDS, async () => {
    const places = Array.from({ length: ROUNDS }, (_, place) => place);
    const entered = await each(places, AT_ONCE, () => raceForTrial(world));
    racers.push(...entered.map(({ racer }) => racer));
    return entered.flatMap(({ faults }) => faults);
  });
  return racers;
}

async function raceForAll(world: RaceWorld): Promise<void> {
  const racers = await raceForTrials(world);
  await raceOfSellers(world, 'account at the provider', racers, raceForAccount);
  await stage('  of these, none is left over', ROUNDS, () => strayAccounts(world, racers));
  await makeActive(world, racers, AT_ONCE);
  await raceOfSellers(world, 'change of plan', racers, raceForUpgrade);
  await raceOfSellers(world, 'limit that two sales cross', racers, raceForLimit);
  await raceOfSellers(world, 'slug', racers, async (_, racer, place) => {
    const rival = racers[(place + 1) % racers.length] ?? racer;
    await tokenOf(world.doors[0], rival.seller);
    return raceForSlug(world, racer, rival);
  });
  await raceOfSellers(world, 'last pieces', racers, (_, racer) => raceForTheLast('stock', world, racer));
  await raceOfSellers(world, 'last uses of a code', racers, (_, racer) =>
    raceForTheLast('coupon', world, racer),
  );
  await raceOfNews(world, racers.slice(0, Number(values.news)));
  const some = racers.slice(0, 25);
  for (const { seller } of some) await tokenOf(world.doors[0], seller);
  await stage('delivery to a program', ROUNDS, () => raceForDeliveries(world, some, ROUNDS));
  await raceForJobs(world);
}

async function raceOfNews(world: RaceWorld, racers: readonly Racer[]): Promise<void> {
  const all: News[] = [];
  await stage('news at the other process', racers.length, async () => {
    for (const racer of racers) {
      await tokenOf(world.doors[0], racer.seller);
      all.push(...(await newsOf(world, racer)));
    }
    return lateNews(all, Number(values.within));
  });
}

async function raceForJobs(world: RaceWorld): Promise<void> {
  await watchJobs(world);
  await stage('schedule: look at a plan', ROUNDS, () => raceForPlans(world));
  await stage('schedule: look at a domain', ROUNDS, () => raceForDomains(world, ROUNDS));
  await stage('schedule: look for events', ROUNDS, () => raceForCursors(world));
  await stage('mail', ROUNDS, () => raceForMails(world, ROUNDS));
  await stage('  of all mails ever sent', world.mail.received.size, async () => strayMails(world));
  let twice = 0;
  await stage('mail, its sender killed', KILLS, async () => {
    const faults: Fault[] = [];
    for (let turn = 0; turn < KILLS; turn++) {
      const killed = await killInMidMail(world, turn);
      twice += killed.twice;
      faults.push(...killed.faults);
    }
    return faults;
  });
  console.log(`  ${twice} mails came twice, because their sender died after they were taken`);
  const server = world.world.postgres?.url ?? '';
  await stage('migration', ROUNDS, () => raceForMigrations(server, ROUNDS, 4));
}

/** What neither process may say, and what the database counts itself. */
async function faultsInLogs({ world, db }: RaceWorld): Promise<Fault[]> {
  const lines = world.shops.flatMap((shop) => shop.output().split('\n'));
  const errors = lines.filter((line) => /"level":[56]0/.test(line) && !line.includes('not the database’s'));
  for (const line of errors.slice(0, 5)) console.log(line.slice(0, 500));
  const { rows } = await db.query<{ deadlocks: number }>(
    'select sum(deadlocks)::int as deadlocks from pg_stat_database',
  );
  return faultsOf('logs', 'both', {
    'no deadlock is told of': !lines.some((line) => /40P01|deadlock/i.test(line)),
    'the database has seen none': rows[0]?.deadlocks === 0,
    'no error is logged': errors.length === 0,
  });
}

async function race(): Promise<number> {
  const world = await openRaceWorld(Number(values.skew));
  try {
    await raceForAll(world);
    await stage('logs', 2, () => faultsInLogs(world));
    const faults = results.flatMap((one) => one.faults);
    const holds = await invariantsHold(world.world.postgres?.url ?? '', world.sandboxUrl);
    console.log(faults.length === 0 ? 'One winner every time.' : `${faults.length} faults.`);
    return faults.length === 0 && holds ? 0 : 1;
  } finally {
    await world.stop();
  }
}

process.exitCode = await race();
