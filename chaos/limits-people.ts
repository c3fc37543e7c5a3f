import { PASSWORD } from '../e2e/seller.ts';
import { MINUTE_MS, type RequestVariables } from './limits-rows.ts';
import type { LimitsTestEnv } from './limits-world.ts';

export type TestAccount = Pick<RequestVariables, 'token' | 'email' | 'refreshToken' | 'apiKey'> & {
  refreshedAt: number;
  address: string;
};

/** Before the token of a session ends. */
const REFRESHED_AFTER_MS = 8 * MINUTE_MS;

/** Somebody with an account that was made from there. */
export async function createAccount(testEnv: LimitsTestEnv, address: string): Promise<TestAccount> {
  const { access_token: token, refresh_token: refreshToken, email } = await testEnv.signUp(address);
  return { token, refreshToken, email, apiKey: '', refreshedAt: testEnv.clock.now(), address };
}

/** The same with a key of the API. */
export async function addApiKey(testEnv: LimitsTestEnv, account: TestAccount): Promise<TestAccount> {
  const { token, address } = account;
  const body = { name: 'Limits', scopes: ['pages:read'] };
  const made = await testEnv.send(0, { path: '/functions/v1/create-api-key', address, token, body });
  const { secret: apiKey = '' } = JSON.parse(made.body) as { secret?: string };
  return { ...account, apiKey };
}

/** Who is being given a token: several who ask at once wait for one. */
const refreshes = new WeakMap<TestAccount, Promise<void>>();

/** The same with a token that is good now; `anew`: of a session that has just begun. */
export async function refreshAccount(
  testEnv: LimitsTestEnv,
  account: TestAccount,
  isNewSession: boolean,
): Promise<TestAccount> {
  if (testEnv.clock.now() - account.refreshedAt >= REFRESHED_AFTER_MS) {
    account.refreshedAt = testEnv.clock.now();
    refreshes.set(account, wake(testEnv, account, isNewSession));
  }
  await refreshes.get(account);
  return account;
}

async function wake(testEnv: LimitsTestEnv, account: TestAccount, isNewSession: boolean): Promise<void> {
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
