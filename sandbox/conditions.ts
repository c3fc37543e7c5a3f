import type { Endpoint } from './call.ts';
import { refusal, turnedAway } from './problem.ts';
import { openRateLimiter } from './rate-limiter.ts';

/** Circumstances under which Stripe answers otherwise than in an ordinary test. All are ordinary from the start. */
export type Conditions = {
  /** What restricted keys (rk_test_…) may do, as in `charge_read` and `checkout_session_write`; writing includes reading. */
  permissions: string[];
  /** Stripe refuses to create accounts until the platform has finished its Connect profile. */
  profile: 'finished' | 'unfinished';
  /** Minutes by which Stripe's clock is ahead of the app's; negative: behind it. */
  clockMinutes: number;
  /** Whether more than 25 requests per second to an endpoint, or 100 for an account, are answered with 429. */
  rateLimits: 'on' | 'off';
};

export const ordinary: Conditions = {
  permissions: [],
  profile: 'finished',
  clockMinutes: 0,
  rateLimits: 'off',
};

export type ConditionsControl = { now: () => Conditions; set: (conditions: Conditions) => void };

/** A request, before its endpoint sees it. `account` is '' for the platform's own. */
type Incoming = { method: string; path: string; account: string; key: string };

/** As Stripe names them: the resource in the singular, then what is done to it. Derived from the path of an endpoint. */
const permissionFor = (method: string, path: string): { resource: string; access: 'read' | 'write' } => {
  const [, , first = '', second = ''] = path.split('/');
  const segments = ['checkout', 'billing_portal'].includes(first) ? [first, second] : [first];
  return { resource: segments.join('_').replace(/s$/, ''), access: method === 'GET' ? 'read' : 'write' };
};

const checkPermission = ({ permissions }: Conditions, { method, path, account, key }: Incoming): void => {
  if (!key.startsWith('rk_')) return;
  const { resource, access } = permissionFor(method, path);
  const isGranted = permissions.some((one) => one === `${resource}_${access}` || one === `${resource}_write`);
  if (isGranted) return;
  const on = account === '' ? '' : ` on account '${account}'`;
  // Stripe sends no code here. An account that has left is a 403 with the code `account_invalid`.
  throw turnedAway(
    403,
    `The provided key 'rk_test_****' does not have the required permissions for this endpoint${on}. Having the 'rak_${resource}_${access}' permission would allow this request to continue.`,
  );
};

/** Checks requests against the conditions that hold; a refusal throws. */
export const openConditions = (first: Partial<Conditions> = {}, realTime: () => number = Date.now) => {
  let conditions = { ...ordinary, ...first };
  const limiter = openRateLimiter(realTime);
  const control: ConditionsControl = {
    now: () => conditions,
    set: (next) => {
      conditions = next;
    },
  };
  return {
    control,
    clockMs: () => conditions.clockMinutes * 60_000,
    /** Before the endpoint: a refusal is not stored under the idempotency key. */
    checkRequest: (incoming: Incoming, { method, path }: Endpoint): void => {
      if (conditions.rateLimits === 'on' && !limiter.take(incoming.account, `${method} ${path}`))
        throw turnedAway(
          429,
          'Request rate limit exceeded. Learn more about rate limits here https://docs.stripe.com/rate-limits.',
          'rate_limit',
        );
      checkPermission(conditions, incoming);
    },
    /** Within the endpoint, its parameters read: a refusal is stored under the idempotency key for a day. */
    checkEndpoint: ({ method, path }: Endpoint): void => {
      if (conditions.profile === 'unfinished' && method === 'POST' && path === '/v1/accounts')
        throw refusal(
          'You must complete your platform profile to use Connect and create connected accounts. Visit https://dashboard.stripe.com/connect/accounts/overview to answer the questionnaire.',
        );
    },
  };
};
export type ConditionChecks = ReturnType<typeof openConditions>;
