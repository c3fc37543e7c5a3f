import Stripe from 'stripe';

import type { Context } from '#server/context.ts';
import { isAccountGone } from '#server/stripe/provider-errors.ts';

import { completeCharges, type AskedAccount } from './complete-charges.ts';
import { foundInLists, type AskForPage } from './found-in-lists.ts';
import { NoAnswer } from './question-gate.ts';
import { subjectKey, type Subject } from './subject.ts';
import type { Truth } from './truth.ts';

type Kind = Subject['kind'];
type Told<T> = Map<string, T | Error>;

/**
 * Fetches the current Stripe state of each subject, keyed by `subjectKey`; the value is an error if the request failed.
 * Many subjects of one account are first looked up in Stripe's lists.
 */
export async function fetchTruths(
  context: Context,
  subjects: readonly Subject[],
  urgent = false,
): Promise<Map<string, Truth | Error>> {
  const truths = new Map<string, Truth | Error>();
  const accounts = Map.groupBy(subjects, ({ accountId }) => accountId);
  const asking = [...accounts].flatMap(([accountId, ofAccount]) => {
    const account = askedAccount(context, accountId, urgent);
    return [...Map.groupBy(ofAccount, ({ kind }) => kind)].map(async ([kind, ofKind]) => {
      const told = await TRUTHS[kind](account, new Set(ofKind.map(({ id }) => id)));
      for (const [id, truth] of told) truths.set(subjectKey({ accountId, kind, id }), truth);
    });
  });
  await Promise.all(asking);
  return truths;
}

/** Creates a reader that fails its remaining requests at once after the account turned out to be unreachable. */
function askedAccount(context: Context, accountId: string, urgent: boolean): AskedAccount {
  let away: Error | null = null;
  const ask: AskedAccount['ask'] = async (question) => {
    try {
      return await context.stripeLimiter.ask(accountId, urgent, () =>
        away ? Promise.reject(away) : question(),
      );
    } catch (error) {
      if (isAway(error)) away ??= error;
      throw error;
    }
  };
  return { context, accountId, seller: context.sellerStripe(accountId), ask };
}

const isAway = (error: unknown): error is Error =>
  error instanceof NoAnswer || error instanceof Stripe.errors.StripeConnectionError || isAccountGone(error);

const TRUTHS: Record<Kind, (account: AskedAccount, ids: Set<string>) => Promise<Told<Truth>>> = {
  session: async (account, ids) => {
    const { sessions } = account.seller;
    const expand = ['data.payment_intent.latest_charge'];
    const told = await objectsOf(account, ids, sessions.retrieve, (place) =>
      sessions.list({ ...place, expand }),
    );
    return mapped(told, (session) => ({ kind: 'session', session }));
  },
  invoice: async (account, ids) => {
    const { invoices } = account.seller;
    const expand = ['data.payments'];
    const told = await objectsOf(account, ids, invoices.retrieve, (place) =>
      invoices.list({ ...place, expand }),
    );
    return mapped(told, (invoice) => ({ kind: 'invoice', invoice }));
  },
  subscription: async (account, ids) => {
    const { subscriptions } = account.seller;
    const told = await objectsOf(account, ids, subscriptions.retrieve, (place) =>
      subscriptions.list({ ...place, status: 'all' }),
    );
    return mapped(told, (subscription) => ({ kind: 'subscription', subscription }));
  },
  charge: async (account, ids) => {
    const { charges } = account.seller;
    const expand = ['data.refunds'];
    const told = await objectsOf(account, ids, charges.retrieve, (place) =>
      charges.list({ ...place, expand }),
    );
    const here = [...told.values()].flatMap((charge) => (charge instanceof Error ? [] : [charge]));
    const complete = await completeCharges(account, here);
    return mapped(
      told,
      (charge) => complete.get(charge.id) ?? new Error(`Charge ${charge.id} is incomplete`),
    );
  },
};

/** Looks up many ids in lists and fetches the rest one by one. */
async function objectsOf<T extends { id: string }>(
  { ask }: AskedAccount,
  ids: Set<string>,
  retrieve: (id: string) => Promise<T>,
  list: AskForPage<T>,
): Promise<Told<T>> {
    // If the list fails, each object is fetched by itself and reports its own error.
  const found = await foundInLists(ids, (place) => ask(() => list(place))).catch(() => new Map<string, T>());
  const single = async (id: string): Promise<T | Error> => {
    try {
      return found.get(id) ?? (await ask(() => retrieve(id)));
    } catch (error) {
      return error instanceof Error ? error : new Error(String(error));
    }
  };
  return new Map(await Promise.all([...ids].map(async (id) => [id, await single(id)] as const)));
}

const mapped = <T>(told: Told<T>, truthOf: (object: T) => Truth | Error): Told<Truth> =>
  new Map([...told].map(([id, object]) => [id, object instanceof Error ? object : truthOf(object)]));
