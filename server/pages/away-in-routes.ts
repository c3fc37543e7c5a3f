import { isDatabaseAway } from '#server/db/away.ts';
import type { Shop } from '#server/shop.ts';

type Act = (...asked: unknown[]) => unknown;

const isAct = (value: unknown): value is Act => typeof value === 'function';

/** Returns whether the value is an object with at least one method. */
const isDesk = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && Object.values(value).some(isAct);

/** Routes recognize the rejection of a whole document by a thrown Response, so an unavailable database becomes a 503. */
const refusal = (error: unknown): unknown =>
  isDatabaseAway(error) ? new Response(null, { status: 503, statusText: 'Service Unavailable' }) : error;

/** Wraps a method so that it throws a 503 Response, as route loaders do, while the database is unavailable. */
const refusing =
  (act: Act): Act =>
  (...asked) => {
    try {
      const done = act(...asked);
      if (!(done instanceof Promise)) return done;
      return done.then(
        (answer: unknown) => (isDesk(answer) ? refusingAll(answer) : answer),
        (error: unknown) => Promise.reject(refusal(error) as Error),
      );
    } catch (error) {
      throw refusal(error);
    }
  };

function refusingAll(desk: Record<string, unknown>): Record<string, unknown> {
  const acts = Object.entries(desk).map(([name, value]) => {
    if (isAct(value)) return [name, refusing(value)];
    return [name, isDesk(value) ? refusingAll(value) : value];
  });
  return Object.fromEntries(acts) as Record<string, unknown>;
}

/** Services for routes that render a 503 document while the database is unavailable. Those 503s are not logged again. */
export const awayInRoutes = (shop: Shop): Shop => ({
  ...(refusingAll(shop) as Shop),
  reportFault: (error, path) => {
    if (!(error instanceof Response)) shop.reportFault(error, path);
  },
});
