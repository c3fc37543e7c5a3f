import { isDatabaseAway } from '#server/db/away.ts';
import type { Shop } from '#server/shop.ts';

type Act = (...asked: unknown[]) => unknown;

const isAct = (value: unknown): value is Act => typeof value === 'function';

/** What has acts of its own. */
const isDesk = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && Object.values(value).some(isAct);

/** Routes know a refusal of a whole document by a response that is thrown. */
const refusal = (error: unknown): unknown =>
  isDatabaseAway(error) ? new Response(null, { status: 503, statusText: 'Service Unavailable' }) : error;

/** An act that is refused with 503, as routes throw it, while the database is away. */
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

/** The shop for routes, whose documents say so when the database is away. That is told once, and not by each of them. */
export const awayInRoutes = (shop: Shop): Shop => ({
  ...(refusingAll(shop) as Shop),
  reportFault: (error, path) => {
    if (!(error instanceof Response)) shop.reportFault(error, path);
  },
});
