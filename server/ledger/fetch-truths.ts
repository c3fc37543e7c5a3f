import Stripe from 'stripe';

import type { Context } from '#server/context.ts';
import { isAccountDisconnected } from '#server/stripe/provider-errors.ts';

import { completeCharges, type AccountReader } from './complete-charges.ts';
import { findInLists, type FetchPage } from './found-in-lists.ts';
import { StripeTimeoutError } from './question-gate.ts';
import { subjectKey, type Subject } from './subject.ts';
import type { StripeSnapshot } from './truth.ts';

type Kind = Subject['kind'];
type FetchResults<T> = Map<string, T | Error>;

/**
 * Fetches the current Stripe state of each subject, keyed by `subjectKey`; the value is an error if the request failed.
 * Many subjects of one account are first looked up in Stripe's lists.
 */
export async function fetchSnapshots(
  context: Context,
  subjects: readonly Subject[],
  urgent = false,
): Promise<Map<string, StripeSnapshot | Error>> {
  const snapshots = new Map<string, StripeSnapshot | Error>();
  const accounts = Map.groupBy(subjects, ({ accountId }) => accountId);
  const requests = [...accounts].flatMap(([accountId, ofAccount]) => {
    const account = createAccountReader(context, accountId, urgent);
    return [...Map.groupBy(ofAccount, ({ kind }) => kind)].map(async ([kind, ofKind]) => {
      const results = await FETCHERS[kind](account, new Set(ofKind.map(({ id }) => id)));
      for (const [id, snapshot] of results) snapshots.set(subjectKey({ accountId, kind, id }), snapshot);
    });
  });
  await Promise.all(requests);
  return snapshots;
}

/** Creates a reader that fails its remaining requests at once after the account turned out to be unreachable. */
function createAccountReader(context: Context, accountId: string, urgent: boolean): AccountReader {
  let unavailableError: Error | null = null;
  const schedule: AccountReader['schedule'] = async (request) => {
    try {
      return await context.stripeLimiter.schedule(accountId, urgent, () =>
        unavailableError ? Promise.reject(unavailableError) : request(),
      );
    } catch (error) {
      if (isUnavailable(error)) unavailableError ??= error;
      throw error;
    }
  };
  return { context, accountId, stripe: context.sellerStripe(accountId), schedule };
}

const isUnavailable = (error: unknown): error is Error =>
  error instanceof StripeTimeoutError ||
  error instanceof Stripe.errors.StripeConnectionError ||
  isAccountDisconnected(error);

const FETCHERS: Record<Kind, (account: AccountReader, ids: Set<string>) => Promise<FetchResults<StripeSnapshot>>> = {
  session: async (account, ids) => {
    const { sessions } = account.stripe;
    const expand = ['data.payment_intent.latest_charge'];
    const results = await fetchObjects(account, ids, sessions.retrieve, (cursor) =>
      sessions.list({ ...cursor, expand }),
    );
    return mapResults(results, (session) => ({ kind: 'session', session }));
  },
  invoice: async (account, ids) => {
    const { invoices } = account.stripe;
    const expand = ['data.payments'];
    const results = await fetchObjects(account, ids, invoices.retrieve, (cursor) =>
      invoices.list({ ...cursor, expand }),
    );
    return mapResults(results, (invoice) => ({ kind: 'invoice', invoice }));
  },
  subscription: async (account, ids) => {
    const { subscriptions } = account.stripe;
    const results = await fetchObjects(account, ids, subscriptions.retrieve, (cursor) =>
      subscriptions.list({ ...cursor, status: 'all' }),
    );
    return mapResults(results, (subscription) => ({ kind: 'subscription', subscription }));
  },
  charge: async (account, ids) => {
    const { charges } = account.stripe;
    const expand = ['data.refunds'];
    const results = await fetchObjects(account, ids, charges.retrieve, (cursor) => charges.list({ ...cursor, expand }));
    const foundCharges = [...results.values()].flatMap((charge) => (charge instanceof Error ? [] : [charge]));
    const completedCharges = await completeCharges(account, foundCharges);
    return mapResults(
      results,
      (charge) => completedCharges.get(charge.id) ?? new Error(`Charge ${charge.id} is incomplete`),
    );
  },
};

/** Looks up many ids in lists and fetches the rest one by one. */
async function fetchObjects<T extends { id: string }>(
  { schedule }: AccountReader,
  ids: Set<string>,
  retrieve: (id: string) => Promise<T>,
  list: FetchPage<T>,
): Promise<FetchResults<T>> {
  // If the list fails, each object is fetched by itself and reports its own error.
  const listed = await findInLists(ids, (cursor) => schedule(() => list(cursor))).catch(() => new Map<string, T>());
  const fetchOne = async (id: string): Promise<T | Error> => {
    try {
      return listed.get(id) ?? (await schedule(() => retrieve(id)));
    } catch (error) {
      return error instanceof Error ? error : new Error(String(error));
    }
  };
  return new Map(await Promise.all([...ids].map(async (id) => [id, await fetchOne(id)] as const)));
}

const mapResults = <T>(
  results: FetchResults<T>,
  toSnapshot: (object: T) => StripeSnapshot | Error,
): FetchResults<StripeSnapshot> =>
  new Map([...results].map(([id, object]) => [id, object instanceof Error ? object : toSnapshot(object)]));
