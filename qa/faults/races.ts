// Races between two processes: `npm run chaos:races`. Two app processes on one PostgreSQL, whose clocks are twenty
// minutes apart, compete for everything that is unique or limited: trials, accounts, plan changes, slugs, stock,
// coupon uses, and every due job. Ends with 1 unless every race has one winner and the ledger's invariants hold.
import { mapConcurrently, readOptions, reportFaults, runAndExit } from '../lib/harness.ts';
import { findBrokenInvariants } from '../lib/ledger.ts';
import { getToken } from '../lib/rpc-calls.ts';
import { listErrorLines } from '../lib/test-env.ts';
import {
  findLostEmails,
  killWhileSending,
  raceForCursors,
  raceForDeliveries,
  raceForDomains,
  raceForEmails,
  raceForPlans,
  watchJobs,
} from './job-races.ts';
import { findLateDelays, measureDelays, type PropagationDelay } from './propagation-delays.ts';
import { createRaceEnv, listFaults, type Fault, type Racer, type RaceEnv } from './race-env.ts';
import {
  findStrayAccounts,
  makeActive,
  raceForAccount,
  raceForLimit,
  raceForSlug,
  raceForTheLast,
  raceForTrial,
  raceForUpgrade,
} from './seller-races.ts';

const options = readOptions({
  rounds: 500,
  /** The number of concurrent contestants. */
  'at-once': 6,
  /** How many times a process is killed while it sends email. */
  kills: 10,
  /** The clock skew in seconds: one process is fast, the other slow. */
  skew: 600,
  /** The number of pages whose changes are followed to the other process, and the maximum delay in ms. */
  news: 20,
  within: 1000,
});
// At least two, because a seller needs a rival.
const [ROUNDS, AT_ONCE, KILLS] = [Math.max(2, options.rounds), options['at-once'], options.kills];

type Result = { race: string; rounds: number; faults: Fault[]; seconds: number };
const results: Result[] = [];

/** Runs the races of one kind and records their times. */
async function runStage(race: string, rounds: number, run: () => Promise<Fault[]>): Promise<void> {
  const begun = performance.now();
  const faults = await run();
  const seconds = Math.round((performance.now() - begun) / 1000);
  results.push({ race, rounds, faults, seconds });
  console.log(`  ${race.padEnd(28)}${String(rounds).padStart(5)} rounds  ${faults.length} faults  ${seconds} s`);
  for (const fault of faults.slice(0, 5)) console.log(fault);
}

type SellerRace = (testEnv: RaceEnv, racer: Racer, place: number) => Promise<Fault[]>;

async function raceOfSellers(
  testEnv: RaceEnv,
  name: string,
  racers: readonly Racer[],
  race: SellerRace,
): Promise<void> {
  const signedIn: SellerRace = async (_, racer, place) => {
    await getToken(testEnv.urls[0], racer.seller);
    return race(testEnv, racer, place);
  };
  await runStage(name, racers.length, async () =>
    (await mapConcurrently(racers, AT_ONCE, (racer, place) => signedIn(testEnv, racer, place))).flat(),
  );
}

async function raceForTrials(testEnv: RaceEnv): Promise<Racer[]> {
  const racers: Racer[] = [];
  await runStage('trial', ROUNDS, async () => {
    const places = Array.from({ length: ROUNDS }, (_, place) => place);
    const entered = await mapConcurrently(places, AT_ONCE, () => raceForTrial(testEnv));
    racers.push(...entered.map(({ racer }) => racer));
    return entered.flatMap(({ faults }) => faults);
  });
  return racers;
}

async function raceForAll(testEnv: RaceEnv): Promise<void> {
  const racers = await raceForTrials(testEnv);
  await raceOfSellers(testEnv, 'Stripe account', racers, raceForAccount);
  await runStage('  of these, none without an account', ROUNDS, () => findStrayAccounts(testEnv, racers));
  await makeActive(testEnv, racers, AT_ONCE);
  await raceOfSellers(testEnv, 'change of plan', racers, raceForUpgrade);
  await raceOfSellers(testEnv, 'sales limit crossed by two sales', racers, raceForLimit);
  await raceOfSellers(testEnv, 'slug', racers, async (_, racer, place) => {
    const rival = racers[(place + 1) % racers.length] ?? racer;
    await getToken(testEnv.urls[0], rival.seller);
    return raceForSlug(testEnv, racer, rival);
  });
  await raceOfSellers(testEnv, 'last units', racers, (_, racer) => raceForTheLast('stock', testEnv, racer));
  await raceOfSellers(testEnv, 'last license keys', racers, (_, racer) => raceForTheLast('keys', testEnv, racer));
  await raceOfSellers(testEnv, 'last coupon uses', racers, (_, racer) => raceForTheLast('coupon', testEnv, racer));
  await checkPropagation(testEnv, racers.slice(0, options.news));
  const some = racers.slice(0, 25);
  for (const { seller } of some) await getToken(testEnv.urls[0], seller);
  await runStage('webhook delivery', ROUNDS, () => raceForDeliveries(testEnv, some, ROUNDS));
  await raceForJobs(testEnv);
}

async function checkPropagation(testEnv: RaceEnv, racers: readonly Racer[]): Promise<void> {
  const all: PropagationDelay[] = [];
  await runStage('change visible at the other', racers.length, async () => {
    for (const racer of racers) {
      await getToken(testEnv.urls[0], racer.seller);
      all.push(...(await measureDelays(testEnv, racer)));
    }
    return findLateDelays(all, options.within);
  });
}

async function raceForJobs(testEnv: RaceEnv): Promise<void> {
  await watchJobs(testEnv);
  await runStage('job: plan check', ROUNDS, () => raceForPlans(testEnv));
  await runStage('job: domain check', ROUNDS, () => raceForDomains(testEnv, ROUNDS));
  await runStage('job: event check', ROUNDS, () => raceForCursors(testEnv));
  await runStage('mail', ROUNDS, () => raceForEmails(testEnv, ROUNDS));
  await runStage('  of all emails ever sent', testEnv.mail.received.size, async () => findLostEmails(testEnv));
  let twice = 0;
  await runStage('email, its sender killed', KILLS, async () => {
    const faults: Fault[] = [];
    for (let turn = 0; turn < KILLS; turn++) {
      const killed = await killWhileSending(testEnv, turn);
      twice += killed.twice;
      faults.push(...killed.faults);
    }
    return faults;
  });
  console.log(`  ${twice} emails arrived twice, because their sender was killed after the mail server accepted them`);
}

/** Errors that neither process may log, and errors that the database counts. */
async function faultsInLogs({ appProcesses, db }: RaceEnv): Promise<Fault[]> {
  const lines = appProcesses.flatMap((appProcess) => appProcess.output().split('\n'));
  const errors = listErrorLines(lines.join('\n')).filter((line) => !line.includes('"msg":"clock_skew"'));
  for (const line of errors.slice(0, 5)) console.log(line.slice(0, 500));
  const { rows } = await db.query<{ deadlocks: number }>(
    'select sum(deadlocks)::int as deadlocks from pg_stat_database',
  );
  return listFaults('logs', 'both', {
    'no deadlock is logged': !lines.some((line) => /40P01|deadlock/i.test(line)),
    'the database has counted none': rows[0]?.deadlocks === 0,
    'no error is logged': errors.length === 0,
  });
}

await runAndExit(async () => {
  await using testEnv = await createRaceEnv(options.skew);
  await raceForAll(testEnv);
  await runStage('logs', 2, () => faultsInLogs(testEnv));
  const faults = results.flatMap((one) => one.faults);
  const sentences = faults.map(
    ({ race, subject, description }) => `${race} of ${subject}: not true that ${description}`,
  );
  reportFaults(sentences, 'Every race had one winner.');
  reportFaults(await findBrokenInvariants(testEnv), 'All invariants hold.');
});
