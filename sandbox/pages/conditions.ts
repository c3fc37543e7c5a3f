import { Hono } from 'hono';
import { html } from 'hono/html';
import { ordinary, type Conditions } from '../conditions.ts';
import { Problem, refusal } from '../problem.ts';
import { MAX_PER_ACCOUNT, MAX_PER_ENDPOINT } from '../rate-limiter.ts';
import { fieldsOf, type Desk } from './desk.ts';
import { alert, field, page } from './layout.ts';

type Markup = ReturnType<typeof html>;

const maxMinutes = 24 * 60;

const permissionsIn = (text: string): string[] => {
  const permissions = text.split(/[\s,]+/).filter((one) => one !== '');
  for (const one of permissions)
    if (!/^[a-z_]+_(read|write)$/.test(one))
      throw refusal(`“${one}” is no permission. Write them as charge_read or checkout_session_write.`);
  return permissions;
};

const minutesIn = (text: string): number => {
  const minutes = Number(text);
  if (Number.isInteger(minutes) && Math.abs(minutes) <= maxMinutes) return minutes;
  throw refusal(`The clock can be wrong by a whole number of minutes, at most ${maxMinutes}.`);
};

const optionIn = <const T extends string>(name: string, value: string, options: [T, T]): T => {
  const option = options.find((one) => one === value);
  if (option === undefined) throw refusal(`${name} must be ${options.join(' or ')}, not “${value}”.`);
  return option;
};

/** Reads conditions from a form; missing fields take their ordinary values. */
const conditionsIn = (fields: Record<string, string>): Conditions => ({
  permissions: permissionsIn(fields['permissions'] ?? ''),
  profile: optionIn('profile', fields['profile'] ?? ordinary.profile, ['finished', 'unfinished']),
  clockMinutes: minutesIn(fields['clock_minutes'] ?? '0'),
  rateLimits: optionIn('rate_limits', fields['rate_limits'] ?? ordinary.rateLimits, ['off', 'on']),
});

const choice = (name: string, label: string, hint: string, options: string[], chosen: string): Markup =>
  html`<div class="field">
    <label for="${name}">${label}</label>
    <select id="${name}" name="${name}" aria-describedby="${name}-note">
      ${options.map((option) => html`<option ${option === chosen ? html` selected` : ''}>${option}</option>`)}
    </select>
    <p id="${name}-note" class="hint">${hint}</p>
  </div>`;

const form = ({ permissions, profile, clockMinutes, rateLimits }: Conditions): Markup =>
  html`<form method="post" action="/sandbox/conditions" class="sheet">
    ${choice('profile', 'Connect platform profile', 'Unfinished: no account can be created. The refusal is stored for 24 hours under the idempotency key of the request.', ['finished', 'unfinished'], profile)}
    ${field({ name: 'permissions', label: 'Permissions of restricted keys', value: permissions.join(' '), hint: 'For keys that begin with rk_test_, for example: charge_read checkout_session_write. Anything else is answered with 403.' })}
    ${field({ name: 'clock_minutes', label: 'Minutes by which Stripe’s clock is ahead', value: String(clockMinutes), hint: 'As seen by the app; below zero: behind.' })}
    ${choice('rate_limits', 'Rate limits', `On: more than ${MAX_PER_ENDPOINT} requests per second to an endpoint, or ${MAX_PER_ACCOUNT} for an account, are answered with 429.`, ['off', 'on'], rateLimits)}
    <button>Save conditions</button>
  </form>`;

const conditionsPage = (conditions: Conditions, problem?: string): Markup =>
  page(
    'Conditions',
    html`<div class="head">
        <p><a href="/sandbox">Overview</a></p>
        <h1>Conditions</h1>
        <p class="soft">
          What Stripe does under circumstances that an ordinary test does not meet. They last until they are
          changed or the sandbox restarts.
        </p>
      </div>
      ${alert(problem)} ${form(conditions)}`,
  );

/** GET and POST of /sandbox/conditions, as HTML or, with `Accept: application/json`, as JSON. */
export const conditionsPages = (desk: Desk): Hono => {
  const app = new Hono();
  const isMachine = (accept: string | undefined): boolean => (accept ?? '').includes('application/json');
  app.get('/', (c) => {
    const now = desk.conditions.now();
    return isMachine(c.req.header('accept')) ? c.json(now) : c.html(conditionsPage(now));
  });
  app.post('/', async (c) => {
    desk.conditions.set(conditionsIn(await fieldsOf(c.req)));
    return isMachine(c.req.header('accept'))
      ? c.json(desk.conditions.now())
      : c.redirect('/sandbox/conditions', 303);
  });
  app.onError((error, c) => {
    if (!(error instanceof Problem)) throw error;
    return isMachine(c.req.header('accept'))
      ? c.json({ error: error.message }, 422)
      : c.html(conditionsPage(desk.conditions.now(), error.message), 422);
  });
  return app;
};
