import { PASSWORD } from '../e2e/seller.ts';
import { MINUTE_MS, type At } from './limits-rows.ts';
import type { LimitsWorld } from './limits-world.ts';

export type Person = Pick<At, 'token' | 'email' | 'refreshToken' | 'apiKey'> & {
  since: number;
  address: string;
};

/** Before the token of a session ends. */
const REFRESHED_AFTER_MS = 8 * MINUTE_MS;

/** Somebody with an account that was made from there. */
export async function person(world: LimitsWorld, address: string): Promise<Person> {
  const { access_token: token, refresh_token: refreshToken, email } = await world.signUp(address);
  return { token, refreshToken, email, apiKey: '', since: world.clock.now(), address };
}

/** The same with a key of the API. */
export async function withKey(world: LimitsWorld, one: Person): Promise<Person> {
  const { token, address } = one;
  const body = { name: 'Limits', scopes: ['pages:read'] };
  const made = await world.knock(0, { path: '/functions/v1/create-api-key', address, token, body });
  const { secret: apiKey = '' } = JSON.parse(made.body) as { secret?: string };
  return { ...one, apiKey };
}

/** Who is being given a token: several who ask at once wait for one. */
const waking = new WeakMap<Person, Promise<void>>();

/** The same with a token that is good now; `anew`: of a session that has just begun. */
export async function awake(world: LimitsWorld, one: Person, anew: boolean): Promise<Person> {
  if (world.clock.now() - one.since >= REFRESHED_AFTER_MS) {
    one.since = world.clock.now();
    waking.set(one, wake(world, one, anew));
  }
  await waking.get(one);
  return one;
}

async function wake(world: LimitsWorld, one: Person, anew: boolean): Promise<void> {
  const { email, refreshToken, address } = one;
  const answer = await world.knock(0, {
    path: `/auth/v1/token?grant_type=${anew ? 'password' : 'refresh_token'}`,
    address,
    body: anew ? { email, password: PASSWORD } : { refresh_token: refreshToken },
  });
  const session = JSON.parse(answer.body) as { access_token: string; refresh_token: string };
  one.token = session.access_token;
  if (!anew) one.refreshToken = session.refresh_token;
}
