import { Hono } from 'hono';
import { Problem, refusal } from '../problem.ts';
import type { Storm } from '../storm.ts';
import { fieldsOf, type Desk } from './desk.ts';

const most = { seed: 2 ** 31 - 1, dropped: 1000, doubled: 1000, spread: 600_000 };

const figureIn = (fields: Record<string, string>, name: keyof Storm): number => {
  const value = Number(fields[name] ?? (name === 'seed' ? 1 : 0));
  if (Number.isInteger(value) && value >= 0 && value <= most[name]) return value;
  throw refusal(`${name} must be a whole number from 0 to ${most[name]}.`, { param: name });
};

/**
 * JSON endpoint for tests and benchmarks. POST sets `seed`, `dropped`, `doubled` (per thousand) and `spread`
 * (milliseconds); an empty form removes all faults. GET returns the faults and the number of deliveries by state.
 */
export const stormPages = (desk: Desk): Hono => {
  const app = new Hono();
  const told = () => ({ ...desk.storm.now(), deliveries: desk.storm.figures() });
  app.get('/', (c) => c.json(told()));
  app.post('/', async (c) => {
    const fields = await fieldsOf(c.req);
    const storm: Storm = {
      seed: figureIn(fields, 'seed'),
      dropped: figureIn(fields, 'dropped'),
      doubled: figureIn(fields, 'doubled'),
      spread: figureIn(fields, 'spread'),
    };
    desk.storm.set(storm);
    return c.json(told());
  });
  app.onError((error, c) => {
    if (!(error instanceof Problem)) throw error;
    return c.json({ error: error.message }, 400);
  });
  return app;
};
