import { isDatabaseUnavailable } from '#server/db/away.ts';
import type { Services } from '#server/shop.ts';

type Method = (...args: unknown[]) => unknown;

const isMethod = (value: unknown): value is Method => typeof value === 'function';

/** Returns whether the value is an object with at least one method. */
const hasMethods = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && Object.values(value).some(isMethod);

/** Routes recognize the rejection of a whole document by a thrown Response, so an unavailable database becomes a 503. */
const toRouteError = (error: unknown): unknown =>
  isDatabaseUnavailable(error) ? new Response(null, { status: 503, statusText: 'Service Unavailable' }) : error;

/** Wraps a method so that it throws a 503 Response, as route loaders do, while the database is unavailable. */
const throwingRouteErrors =
  (method: Method): Method =>
  (...args) => {
    try {
      const result = method(...args);
      if (!(result instanceof Promise)) return result;
      return result.then(
        (resolved: unknown) => (hasMethods(resolved) ? wrapMethods(resolved) : resolved),
        (error: unknown) => Promise.reject(toRouteError(error) as Error),
      );
    } catch (error) {
      throw toRouteError(error);
    }
  };

function wrapMethods(target: Record<string, unknown>): Record<string, unknown> {
  const entries = Object.entries(target).map(([name, value]) => {
    if (isMethod(value)) return [name, throwingRouteErrors(value)];
    return [name, hasMethods(value) ? wrapMethods(value) : value];
  });
  return Object.fromEntries(entries) as Record<string, unknown>;
}

/** Services for routes that render a 503 document while the database is unavailable. Those 503s are not logged again. */
export const withUnavailableAs503 = (services: Services): Services => ({
  ...(wrapMethods(services) as Services),
  logRouteError: (error, path) => {
    if (!(error instanceof Response)) services.logRouteError(error, path);
  },
});
