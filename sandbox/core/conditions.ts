import { invalidRequest, requestRejected } from './api-error.ts';
import type { Endpoint } from './call-context.ts';

const SECOND_MS = 1000;
/** Stripe's limits for each endpoint and for each account, in requests per second (docs.stripe.com/rate-limits). */
export const MAX_PER_ENDPOINT = 25;
export const MAX_PER_ACCOUNT = 100;

type RateLimiter = {
  /** Returns false when the request exceeds a limit; a refused request does not count. */
  tryAcquire: (account: string, endpoint: string) => boolean;
};

/** Counts the requests of the last second in real time, because the sandbox's own clock can be moved. */
export const createRateLimiter = (now: () => number): RateLimiter => {
  const requestTimes = new Map<string, number[]>();
  const recentRequests = (name: string): number[] => {
    const from = now() - SECOND_MS;
    const times = (requestTimes.get(name) ?? []).filter((time) => time > from);
    requestTimes.set(name, times);
    return times;
  };
  return {
    tryAcquire: (account, endpoint) => {
      const accountRequests = recentRequests(account);
      const endpointRequests = recentRequests(`${account} ${endpoint}`);
      if (accountRequests.length >= MAX_PER_ACCOUNT || endpointRequests.length >= MAX_PER_ENDPOINT) return false;
      accountRequests.push(now());
      endpointRequests.push(now());
      return true;
    },
  };
};

/** Simulated conditions under which Stripe answers differently from an ordinary test. All are ordinary by default. */
export type Conditions = {
  /** Permissions of restricted keys (rk_test_…), such as `charge_read`; write includes read. */
  permissions: string[];
  /** Stripe refuses to create accounts until the platform has finished its Connect profile. */
  profile: 'finished' | 'unfinished';
  /** Minutes by which Stripe's clock is ahead of the app's; negative when it is behind. */
  clockMinutes: number;
  /** Answers more than 25 requests per second to an endpoint, or 100 for an account, with 429. */
  rateLimits: 'on' | 'off';
  /** How many of the next updates of subscription schedules fail because the object is locked. */
  failingScheduleUpdates: number;
};

export const DEFAULT_CONDITIONS: Conditions = {
  permissions: [],
  profile: 'finished',
  clockMinutes: 0,
  rateLimits: 'off',
  failingScheduleUpdates: 0,
};

export type ConditionsControl = { current: () => Conditions; set: (conditions: Conditions) => void };

/** A request before its endpoint handles it. `account` is '' for the platform. */
type IncomingRequest = { method: string; path: string; account: string; key: string };

/** Derives Stripe's permission name from an endpoint's path: the resource in the singular, then the access. */
const permissionFor = (method: string, path: string): { resource: string; access: 'read' | 'write' } => {
  const [, , initial = '', second = ''] = path.split('/');
  const segments = ['checkout', 'billing_portal'].includes(initial) ? [initial, second] : [initial];
  return { resource: segments.join('_').replace(/s$/, ''), access: method === 'GET' ? 'read' : 'write' };
};

const checkPermission = ({ permissions }: Conditions, { method, path, account, key }: IncomingRequest): void => {
  if (!key.startsWith('rk_')) return;
  const { resource, access } = permissionFor(method, path);
  const isGranted = permissions.some(
    (permission) => permission === `${resource}_${access}` || permission === `${resource}_write`,
  );
  if (isGranted) return;
  const accountSuffix = account === '' ? '' : ` on account '${account}'`;
  // Stripe sends no code here, unlike the 403 `account_invalid` of a disconnected account.
  throw requestRejected(
    403,
    `The provided key 'rk_test_****' does not have the required permissions for this endpoint${accountSuffix}. Having the 'rak_${resource}_${access}' permission would allow this request to continue.`,
  );
};

const LOCKED_MESSAGE =
  'This object cannot be accessed right now because another API request or Stripe process is currently accessing it. If you see this error intermittently, retry the request. If you see this error frequently and are making multiple concurrent requests to a single object, make your requests serially or at a lower rate.';

/** Creates the checks of requests against the current conditions; a refused request throws. */
export const createConditions = (initial: Partial<Conditions> = {}, realTime: () => number = Date.now) => {
  let conditions = { ...DEFAULT_CONDITIONS, ...initial };
  const limiter = createRateLimiter(realTime);
  const control: ConditionsControl = {
    current: () => conditions,
    set: (next) => {
      conditions = next;
    },
  };
  return {
    control,
    clockDriftMs: () => conditions.clockMinutes * 60_000,
    /** Runs before the endpoint: its errors are not stored under the idempotency key. */
    checkRequest: (incoming: IncomingRequest, { method, path }: Endpoint): void => {
      if (conditions.rateLimits === 'on' && !limiter.tryAcquire(incoming.account, `${method} ${path}`))
        throw requestRejected(
          429,
          'Request rate limit exceeded. Learn more about rate limits here https://docs.stripe.com/rate-limits.',
          'rate_limit',
        );
      checkPermission(conditions, incoming);
      const updatesSchedule = method === 'POST' && path === '/v1/subscription_schedules/:id';
      if (updatesSchedule && conditions.failingScheduleUpdates > 0) {
        conditions = { ...conditions, failingScheduleUpdates: conditions.failingScheduleUpdates - 1 };
        throw requestRejected(429, LOCKED_MESSAGE, 'lock_timeout');
      }
    },
    /** Runs in the endpoint after parsing: its errors are stored under the idempotency key for a day. */
    checkEndpoint: ({ method, path }: Endpoint): void => {
      if (conditions.profile === 'unfinished' && method === 'POST' && path === '/v1/accounts')
        throw invalidRequest(
          'You must complete your platform profile to use Connect and create connected accounts. Visit https://dashboard.stripe.com/connect/accounts/overview to answer the questionnaire.',
        );
    },
  };
};
export type ConditionChecks = ReturnType<typeof createConditions>;
