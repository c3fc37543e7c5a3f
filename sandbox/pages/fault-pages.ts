import { Hono } from 'hono';
import { html } from 'hono/html';

import { ApiError, invalidRequest } from '../core/api-error.ts';
import { DEFAULT_CONDITIONS, type Conditions, MAX_PER_ACCOUNT, MAX_PER_ENDPOINT } from '../core/conditions.ts';
import type { DeliveryFaults } from '../core/delivery-faults.ts';
import type { Markup } from './layout.ts';
import { alert, field, heading, toolPage, selectField } from './layout.ts';
import { readFields, wantsJson, type Fields, type PageDependencies } from './page-dependencies.ts';

const MAX_VALUES = { seed: 2 ** 31 - 1, dropped: 1000, doubled: 1000, spread: 600_000 };

const readNumber = (fields: Fields, name: keyof DeliveryFaults): number => {
  const value = Number(fields[name] ?? (name === 'seed' ? 1 : 0));
  if (Number.isInteger(value) && value >= 0 && value <= MAX_VALUES[name]) return value;
  throw invalidRequest(`${name} must be a whole number from 0 to ${MAX_VALUES[name]}.`, name);
};

/**
 * JSON endpoint for tests and benchmarks. POST sets `seed`, `dropped`, `doubled` (per thousand) and `spread`
 * (milliseconds); an empty form removes all faults. GET returns the faults and the number of deliveries by state.
 */
export const deliveryFaultsPages = (dependencies: PageDependencies): Hono => {
  const app = new Hono();
  const currentStatus = () => ({
    ...dependencies.deliveryFaults.current(),
    deliveries: dependencies.deliveryFaults.stats(),
  });
  app.get('/', (c) => c.json(currentStatus()));
  app.post('/', async (c) => {
    const fields = await readFields(c.req);
    dependencies.deliveryFaults.set({
      seed: readNumber(fields, 'seed'),
      dropped: readNumber(fields, 'dropped'),
      doubled: readNumber(fields, 'doubled'),
      spread: readNumber(fields, 'spread'),
    });
    return c.json(currentStatus());
  });
  app.onError((error, c) => {
    if (!(error instanceof ApiError)) throw error;
    return c.json({ error: error.message }, 400);
  });
  return app;
};

const MAX_MINUTES = 24 * 60;

const readPermissions = (text: string): string[] => {
  const permissions = text.split(/[\s,]+/).filter((permission) => permission !== '');
  for (const permission of permissions)
    if (!/^[a-z_]+_(read|write)$/.test(permission))
      throw invalidRequest(
        `“${permission}” isn’t a permission. Use names such as charge_read or checkout_session_write.`,
      );
  return permissions;
};

const readMinutes = (text: string): number => {
  const minutes = Number(text);
  if (Number.isInteger(minutes) && Math.abs(minutes) <= MAX_MINUTES) return minutes;
  throw invalidRequest(`Enter a whole number of minutes from −${MAX_MINUTES} to ${MAX_MINUTES}.`);
};

const MAX_FAILURES = 1000;

const readFailures = (text: string): number => {
  const failures = Number(text);
  if (Number.isInteger(failures) && failures >= 0 && failures <= MAX_FAILURES) return failures;
  throw invalidRequest(`Enter a whole number of failing updates from 0 to ${MAX_FAILURES}.`);
};

const readOption = <const T extends string>(name: string, value: string, options: [T, T]): T => {
  const option = options.find((candidate) => candidate === value);
  if (option === undefined) throw invalidRequest(`${name} must be ${options.join(' or ')}, not “${value}”.`);
  return option;
};

/** Reads conditions from a form; missing fields take their ordinary values. */
const readConditions = (fields: Fields): Conditions => ({
  permissions: readPermissions(fields['permissions'] ?? ''),
  profile: readOption('profile', fields['profile'] ?? DEFAULT_CONDITIONS.profile, ['finished', 'unfinished']),
  clockMinutes: readMinutes(fields['clock_minutes'] ?? '0'),
  rateLimits: readOption('rate_limits', fields['rate_limits'] ?? DEFAULT_CONDITIONS.rateLimits, ['off', 'on']),
  failingScheduleUpdates: readFailures(fields['failing_schedule_updates'] ?? '0'),
});

const toOptions = (...values: string[]) => values.map((value) => [value, value] as const);

const form = ({ permissions, profile, clockMinutes, rateLimits, failingScheduleUpdates }: Conditions): Markup =>
  html`<form method="post" action="/sandbox/conditions" class="sheet">
    ${selectField({ name: 'profile', label: 'Connect platform profile', hint: 'Unfinished: no account can be created. The error is stored for 24 hours under the request’s idempotency key.', options: toOptions('finished', 'unfinished'), selected: profile })}
    ${field({ name: 'permissions', label: 'Restricted key permissions', value: permissions.join(' '), hint: 'For keys that start with rk_test_, such as charge_read checkout_session_write. All other requests fail with status 403.' })}
    ${field({ name: 'clock_minutes', label: 'Clock drift in minutes', value: String(clockMinutes), hint: 'How far Stripe’s clock is ahead of the app’s. Use a negative number if it’s behind.' })}
    ${selectField({ name: 'rate_limits', label: 'Rate limits', hint: `On: more than ${MAX_PER_ENDPOINT} requests per second to one endpoint, or ${MAX_PER_ACCOUNT} for one account, fail with status 429.`, options: toOptions('off', 'on'), selected: rateLimits })}
    ${field({ name: 'failing_schedule_updates', label: 'Failing updates of subscription schedules', value: String(failingScheduleUpdates), hint: 'How many of the next updates fail with status 429 and the code lock_timeout, such as those of payment plans.' })}
    <button>Save conditions</button>
  </form>`;

const CONDITIONS_TEXT =
  'Simulate problems that don’t occur in normal use. Conditions apply until you change them or the sandbox restarts.';

const conditionsPage = (conditions: Conditions, error?: string): Markup =>
  toolPage('Conditions', html`${heading('Conditions', { text: CONDITIONS_TEXT })} ${alert(error)} ${form(conditions)}`);

/** GET and POST of /sandbox/conditions, as HTML or, with `Accept: application/json`, as JSON. */
export const conditionsPages = (dependencies: PageDependencies): Hono => {
  const app = new Hono();
  app.get('/', (c) => {
    const current = dependencies.conditions.current();
    return wantsJson(c) ? c.json(current) : c.html(conditionsPage(current));
  });
  app.post('/', async (c) => {
    dependencies.conditions.set(readConditions(await readFields(c.req)));
    return wantsJson(c) ? c.json(dependencies.conditions.current()) : c.redirect('/sandbox/conditions', 303);
  });
  app.onError((error, c) => {
    if (!(error instanceof ApiError)) throw error;
    return wantsJson(c)
      ? c.json({ error: error.message }, 422)
      : c.html(conditionsPage(dependencies.conditions.current(), error.message), 422);
  });
  return app;
};
