// Every rate limit, at two processes on one PostgreSQL: `npm run chaos:limits`. Requests up to the limit are
// accepted at either process, and the next one is rejected at both with the documented body and Retry-After. It is
// also rejected from another address of the same IPv6 /64, with another account or token as applicable, and after a
// restart of one process. Other subjects are accepted, and so are all after the window. The clock of both processes
// moves only on request. Ends with 1 when a row fails or a limit in the code has no row. `--short` skips and names
// long rows.
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';

import { DAY_MS, HOUR_MS, MINUTE_MS } from '#domain/time-units.ts';
import { RPC_FUNCTIONS } from '#server/routes/rpc-functions.ts';

import { createConnectedSeller, publishPage, createPageConfig, PASSWORD } from '../../e2e/support/seller.ts';
import { readOptions, reportFaults, runAndExit } from '../lib/harness.ts';
import { AUTH_LIMIT_CASES, TESTED_ELSEWHERE, UNTESTED } from './rate-limit-auth-cases.ts';
import { FUNCTION_LIMIT_CASES, type RequestVariables, type LimitCase } from './rate-limit-cases.ts';
import { createLimitsTestEnv, type LimitsTestEnv, type TestResponse } from './rate-limit-test-env.ts';

type TestAccount = Pick<RequestVariables, 'token' | 'email' | 'refreshToken' | 'apiKey'> & {
  refreshedAt: number;
  address: string;
};

/** Refreshes before the session's token expires. */
const REFRESHED_AFTER_MS = 8 * MINUTE_MS;

/** A user whose account was created from there. */
async function createAccount(testEnv: LimitsTestEnv, address: string): Promise<TestAccount> {
  const { access_token: token, refresh_token: refreshToken, email } = await testEnv.signUp(address);
  return { token, refreshToken, email, apiKey: '', refreshedAt: testEnv.clock.now(), address };
}

/** The same with an API key. */
async function addApiKey(testEnv: LimitsTestEnv, account: TestAccount): Promise<TestAccount> {
  const { token, address } = account;
  const body = { name: 'Limits', scopes: ['pages:read'] };
  const made = await testEnv.send(0, { path: '/functions/v1/create-api-key', address, token, body });
  const { secret: apiKey = '' } = JSON.parse(made.body) as { secret?: string };
  return { ...account, apiKey };
}

/** Pending token requests: concurrent callers wait for one. */
const refreshes = new WeakMap<TestAccount, Promise<void>>();

/** The same user with a valid token; `isNewSession`: of a new session. */
async function refreshAccount(
  testEnv: LimitsTestEnv,
  account: TestAccount,
  isNewSession: boolean,
): Promise<TestAccount> {
  if (testEnv.clock.now() - account.refreshedAt >= REFRESHED_AFTER_MS) {
    account.refreshedAt = testEnv.clock.now();
    refreshes.set(account, signInAgain(testEnv, account, isNewSession));
  }
  await refreshes.get(account);
  return account;
}

async function signInAgain(testEnv: LimitsTestEnv, account: TestAccount, isNewSession: boolean): Promise<void> {
  const { email, refreshToken, address } = account;
  const answer = await testEnv.send(0, {
    path: `/auth/v1/token?grant_type=${isNewSession ? 'password' : 'refresh_token'}`,
    address,
    body: isNewSession ? { email, password: PASSWORD } : { refresh_token: refreshToken },
  });
  const session = JSON.parse(answer.body) as { access_token: string; refresh_token: string };
  account.token = session.access_token;
  if (!isNewSession) account.refreshToken = session.refresh_token;
}

const ROOT = path.join(import.meta.dirname, '../..');
/** Code that creates a bucket: its key in the source. */
const KEY =
  /(?:\bkey: |\btoBucket\(|\bper(?:Minute|QuarterHour|Hour|Day)\()(`[^`]+`|'[^']+'|emailKey\([^()]*\)),\s*((?:limit\b|\.\.\.|[A-Z]|\d)[^)}]*)/g;
/** Keys that are built first and limited twice. */
const KEYS = /\bconst keys = \[([^\]]+)\]/g;
/** Functions that build a key from a word. */
const ACT =
  /\b(hourlyLimit(?=\('account-)|limitProviderRoutes|limitPasskeys|limitMails|limitMailRequests)\((?:context, )?'([\w-]+)'/g;

/** The pattern of a key, whatever its subject: 'draft:*'. */
const shapeOf = (written: string): string => {
  const mail = /^emailKey\(context, (?:'([\w-]+)'|(\w+)),/.exec(written);
  if (mail) return `${mail[1] ?? '*'}:email`;
  return written.slice(1, -1).replaceAll(/\$\{(?:[^{}]|\{[^{}]*\})*\}/g, '*');
};

const normalizeLimit = (limit: string): string => limit.replace('60_000', 'MINUTE_MS').replaceAll(/[\s,]/g, '');

/** Keys that are built from a word each, as listed by the actions beside them. */
const OF_ACTS = new Set(['*/*', '*:*', '*:email', 'domain-*:*', 'plan-*:*', 'provider-*:ip:*', 'passkey-*:ip:*']);

function limitsOf(file: string): string[] {
  const text = readFileSync(path.join(ROOT, file), 'utf8');
  const found = [...text.matchAll(KEY)].map(
    ([, key = '', limit = '']) => [shapeOf(key), normalizeLimit(limit)] as const,
  );
  // The same limit in two places counts once.
  const keys = [...new Map(found.map((one) => [one.join(), one[0]])).values()];
  const twice = [...text.matchAll(KEYS)].flatMap(([, list = '']) =>
    [...list.matchAll(/`[^`]+`/g)].flatMap(([key]) => [shapeOf(key), shapeOf(key)]),
  );
  const acts = new Set([...text.matchAll(ACT)].map(([, maker = '', act = '']) => `${maker} ${act}`));
  const seen = new Map<string, number>();
  return [...keys.filter((key) => !OF_ACTS.has(key)), ...twice, ...acts].map((shape) => {
    const times = (seen.get(shape) ?? 0) + 1;
    seen.set(shape, times);
    return times > 1 ? `${shape} (${times})` : shape;
  });
}

/** What follows the name in the key of an RPC function's limit; see `toBuckets`. */
const KEY_PARTS = { address: ':ip:*', order: ':*:*' };

/** Every rate limit of the server: the pattern of its key, or what it is built from; ' (2)' where one key has two. */
const readLimitsInCode = (): ReadonlySet<string> =>
  new Set([
    ...RPC_FUNCTIONS.flatMap(({ limits }) => limits.map(({ name, per }) => `${name}${per ? KEY_PARTS[per] : ':*'}`)),
    ...globSync('server/**/*.ts', { cwd: ROOT })
      .filter((file) => !/\.test\.|\/testing\//.test(file))
      .flatMap(limitsOf),
  ]);

const { short: isShort, only } = readOptions({ short: false, only: '' });
const AT_ONCE = 10;
/** The short version skips rows with a higher limit. */
const MANY = 60;
const SELLERS = 8;
/** Time after the start of a window. */
const INTO_MS = MINUTE_MS / 4;

type Fixtures = { accounts: TestAccount[]; slugs: readonly string[] };
type ExhaustedLimit = {
  row: LimitCase;
  rowIndex: number;
  accounts: readonly TestAccount[];
  faults: string[];
  until: number;
};

async function createFixtures(testEnv: LimitsTestEnv): Promise<Fixtures> {
  const accounts: TestAccount[] = [];
  for (let index = 0; index < SELLERS; index++)
    accounts.push(await addApiKey(testEnv, await createAccount(testEnv, `2001:db8:fff0:${index}::1`)));
  const [one, other] = [await createConnectedSeller(testEnv), await createConnectedSeller(testEnv)];
  const slugs: string[] = [];
  for (const seller of [one, one, one, one, other]) slugs.push((await publishPage(seller, createPageConfig())).slug);
  return { accounts, slugs };
}

const hex = (number: number) => number.toString(16);

/** The client address of a row: another address of one /64 each time, or another /64 each time. */
function addressOf(
  { counts }: LimitCase,
  rowIndex: number,
  { subject, index }: Pick<RequestVariables, 'subject' | 'index'>,
): string {
  const network = counts === 'address' || counts === 'both' ? subject : 16 + 2 * index + subject;
  return `2001:db8:${hex(rowIndex + 1)}:${hex(network)}:${hex(index)}::${hex(index + 1)}`;
}

/** The users of a row; where addresses are counted, another one each time. */
function pickAccount(
  { row, accounts }: Pick<ExhaustedLimit, 'row' | 'accounts'>,
  { subject, index }: Pick<RequestVariables, 'subject' | 'index'>,
) {
  return accounts[row.counts === 'address' ? 2 + (index % (accounts.length - 2)) : subject];
}

async function sendForRow(
  testEnv: LimitsTestEnv,
  fixtures: Fixtures,
  exhausted: Pick<ExhaustedLimit, 'row' | 'rowIndex' | 'accounts'>,
  at: Pick<RequestVariables, 'subject' | 'index'>,
) {
  const { row, rowIndex } = exhausted;
  const account = pickAccount(exhausted, at);
  if (!account) throw new Error('There are no users');
  const { token, email, refreshToken, apiKey } = await refreshAccount(testEnv, account, row.own ?? false);
  const isFixed = row.counts === 'subject' || row.counts === 'both';
  const name = `limits-${rowIndex}-${isFixed ? at.subject : `${at.subject}-${at.index}`}`;
  const testRequest = row.createRequest({ ...at, name, token, email, refreshToken, apiKey, slugs: fixtures.slugs });
  const address = row.own && row.counts === 'both' ? account.address : addressOf(row, rowIndex, at);
  return testEnv.send(at.index % 2 === 0 ? 0 : 1, { ...testRequest, address });
}

const isRejected = ({ code, leads }: LimitCase, response: TestResponse): boolean =>
  leads ? response.location.includes(code) : response.code === code && response.retryAfterS !== null;

/** The reason why a response is not the documented rejection; null if it is. */
function findFault(row: LimitCase, response: TestResponse, now: number): string | null {
  if (!isRejected(row, response))
    return `was answered with ${response.status} ${response.code} instead of being rejected (${response.body.slice(0, 80)})`;
  if (row.leads) return null;
  const left = Math.ceil((row.windowMs - (now % row.windowMs)) / 1000);
  const status = row.of.startsWith('refresh') ? 503 : 429;
  if (response.status !== status) return `was rejected with ${response.status} instead of ${status}`;
  return response.retryAfterS === left ? null : `has Retry-After ${response.retryAfterS} s instead of ${left} s`;
}

/** Sends requests until the limit is used up, and one more to each process. */
async function exhaustLimit(
  testEnv: LimitsTestEnv,
  fixtures: Fixtures,
  row: LimitCase,
  rowIndex: number,
): Promise<ExhaustedLimit> {
  const { clock } = testEnv;
  const { step, limit, windowMs } = row;
  if (step) clock.moveTo((Math.floor(clock.now() / step.ms) + 1) * step.ms + Math.min(INTO_MS, step.ms / 4));
  const network = `2001:db8:${hex(rowIndex + 1)}:ff0`;
  const accounts = row.own
    ? [await createAccount(testEnv, `${network}0::1`), await createAccount(testEnv, `${network}1::1`)]
    : fixtures.accounts;
  const exhausted: ExhaustedLimit = { row, rowIndex, accounts, faults: [], until: 0 };
  const sendAt = (index: number, subject: 0 | 1 = 0) => sendForRow(testEnv, fixtures, exhausted, { index, subject });
  const batch = Math.min(AT_ONCE, step?.every ?? AT_ONCE);
  for (let index = 0; index < limit;) {
    if (step && index > 0 && index % step.every === 0) clock.moveTo(clock.now() + step.ms);
    const end = Math.min(limit, index + batch, step ? (Math.floor(index / step.every) + 1) * step.every : limit);
    const all = await Promise.all(Array.from({ length: end - index }, (_, more) => sendAt(index + more)));
    for (const [more, response] of all.entries())
      if (isRejected(row, response) && isTooEarly(row, response))
        exhausted.faults.push(
          `number ${index + more + 1} of ${limit} was rejected: ${response.status} ${response.code}`,
        );
    index = end;
  }
  exhausted.faults.push(...(await checkRejections(testEnv, fixtures, exhausted, limit)));
  exhausted.until = (Math.floor(clock.now() / windowMs) + 1) * windowMs;
  if (row.counts !== 'everybody' && isRejected(row, await sendAt(limit + 2, 1)))
    exhausted.faults.push('another subject was rejected, too');
  return exhausted;
}

/** A proof-of-work challenge from a narrower limit is not a rejection by this one. */
const isTooEarly = ({ of, code }: LimitCase, response: TestResponse): boolean =>
  of !== 'pay-all:*' || response.code === code;

/** Once at each process. */
async function checkRejections(
  testEnv: LimitsTestEnv,
  fixtures: Fixtures,
  exhausted: ExhaustedLimit,
  from: number,
): Promise<string[]> {
  const { step } = exhausted.row;
  // Each check sends two requests, so a narrower limit of few requests would reject them first.
  if (step && (step.every < 10 || from % step.every === 0)) testEnv.clock.moveTo(testEnv.clock.now() + step.ms);
  const response = [
    await sendForRow(testEnv, fixtures, exhausted, { index: from, subject: 0 }),
    await sendForRow(testEnv, fixtures, exhausted, { index: from + 1, subject: 0 }),
  ];
  return response.flatMap((one, processIndex) => {
    const fault = findFault(exhausted.row, one, testEnv.clock.now());
    return fault ? [`number ${from + 1 + processIndex} ${fault}`] : [];
  });
}

/** Limits without a row, and rows without a limit. */
function listUnmatched(rows: readonly LimitCase[]): string[] {
  const inCode = readLimitsInCode();
  const known = new Set([...rows.map(({ of }) => of), ...Object.keys(TESTED_ELSEWHERE), ...UNTESTED]);
  return [
    ...[...inCode].filter((of) => !known.has(of)).map((of) => `${of}: a limit without a row`),
    ...[...known].filter((of) => !inCode.has(of)).map((of) => `${of}: a row without a limit`),
  ];
}

/** Rows that advance the clock run first, the longest first, so that later rows stay within their windows. */
const inOrder = (rows: readonly LimitCase[]): LimitCase[] =>
  rows.toSorted((one, other) => (other.step?.ms ?? 0) - (one.step?.ms ?? 0));

async function checkLimits(testEnv: LimitsTestEnv, rows: readonly LimitCase[]): Promise<ExhaustedLimit[]> {
  const fixtures = await createFixtures(testEnv);
  const all: ExhaustedLimit[] = [];
  for (const [rowIndex, row] of inOrder(rows).entries()) all.push(await exhaustLimit(testEnv, fixtures, row, rowIndex));
  await testEnv.restart(0);
  // Rows that advance the clock come last, so that no other row's window ends before.
  for (const exhausted of all.toReversed())
    if (testEnv.clock.now() + (exhausted.row.step?.ms ?? 0) < exhausted.until)
      for (const fault of await checkRejections(testEnv, fixtures, exhausted, exhausted.row.limit + 4))
        exhausted.faults.push(`after a restart ${fault}`);
  for (const windowMs of [...new Set(rows.map((row) => row.windowMs))].toSorted((one, other) => one - other)) {
    const until = Math.max(...all.filter(({ row }) => row.windowMs === windowMs).map((one) => one.until));
    testEnv.clock.moveTo(Math.max(testEnv.clock.now(), until) + Math.min(INTO_MS, windowMs / 4));
    for (const exhausted of all.filter(({ row }) => row.windowMs === windowMs))
      for (const index of [0, 1])
        if (
          isRejected(
            exhausted.row,
            await sendForRow(testEnv, fixtures, exhausted, { index: exhausted.row.limit + 8 + index, subject: 0 }),
          )
        )
          exhausted.faults.push('it still rejects after its window is over');
  }
  return all;
}

const WINDOWS: Record<number, string> = {
  1000: 'a second',
  [MINUTE_MS]: 'a minute',
  [HOUR_MS]: 'an hour',
  [DAY_MS]: 'a day',
};
const windowText = (ms: number) => WINDOWS[ms] ?? `${ms / MINUTE_MS} minutes`;

await runAndExit(async () => {
  const all = [...FUNCTION_LIMIT_CASES, ...AUTH_LIMIT_CASES];
  const missing = listUnmatched(all);
  const isLong = ({ long = false, limit }: LimitCase) => long || limit > MANY;
  const chosen = all.filter((row) => !(isShort && isLong(row)) && row.of.includes(only));
  await using testEnv = await createLimitsTestEnv();
  const checked = await checkLimits(testEnv, chosen);
  console.table(
    checked.map(({ row, faults }) => ({
      limit: row.of,
      'at most': `${row.limit} in ${windowText(row.windowMs)}`,
      'counted per': row.counts,
      holds: faults.length === 0,
    })),
  );
  const left = all.filter((row) => !chosen.includes(row)).map(({ of }) => of);
  if (left.length > 0) console.log(`  skipped: ${left.join(', ')}`);
  const elsewhere = Object.entries(TESTED_ELSEWHERE).map(([of, file]) => `${of} (${file})`);
  console.log(`  covered by other tests: ${elsewhere.join(', ')}`);
  console.log(`  not covered: ${UNTESTED.join(', ')}`);
  const faults = checked.flatMap(({ row, faults: ofRow }) => ofRow.map((one) => `${row.of}: ${one}`));
  reportFaults([...missing, ...faults], `All ${checked.length} hold.`);
});
