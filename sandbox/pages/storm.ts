import { Hono } from 'hono';
import { ApiError, invalidRequest } from '../problem.ts';
import type { DeliveryFaults } from '../storm.ts';
import { readFields, type PageDependencies } from './desk.ts';

const MAX_VALUES = { seed: 2 ** 31 - 1, dropped: 1000, doubled: 1000, spread: 600_000 };

const readNumber = (fields: Record<string, string>, name: keyof DeliveryFaults): number => {
  const value = Number(fields[name] ?? (name === 'seed' ? 1 : 0));
  if (Number.isInteger(value) && value >= 0 && value <= MAX_VALUES[name]) return value;
  throw invalidRequest(`${name} must be a whole number from 0 to ${MAX_VALUES[name]}.`, { param: name });
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
    const faults: DeliveryFaults = {
      seed: readNumber(fields, 'seed'),
      dropped: readNumber(fields, 'dropped'),
      doubled: readNumber(fields, 'doubled'),
      spread: readNumber(fields, 'spread'),
    };
    dependencies.deliveryFaults.set(faults);
    return c.json(currentStatus());
  });
  app.onError((error, c) => {
    if (!(error instanceof ApiError)) throw error;
    return c.json({ error: error.message }, 400);
  });
  return app;
};
