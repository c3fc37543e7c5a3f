import { AsyncLocalStorage } from 'node:async_hooks';

import type { SignInMethod } from '#server/auth/open-session.ts';
import type { SecondStep } from '#server/auth/raise-session.ts';

/** What comes to be known of a request while it is answered: for its line in the log, and for whatever is written down on its account. */
export type RequestTold = {
  id: string;
  /** Who asks, as their token shows. */
  user?: string;
  /** The key of the API that a program asks with. */
  key?: string;
  /** What it was refused with. */
  code?: string;
  /** The ids of what it asks for, by their names. */
  asked?: Record<string, string>;
  /** Of a try to show who one is; `tried` has shown nothing yet. */
  method?: SignInMethod | SecondStep;
  tried?: string;
};

const current = new AsyncLocalStorage<RequestTold | null>();

export const duringRequest = <T>(told: RequestTold, run: () => Promise<T>): Promise<T> =>
  current.run(told, run);

/** What somebody's request sets off, and is none of it any more. */
export const afterRequests = <T>(run: () => T): T => current.run(null, run);

/** The request that is being answered; null where nobody's is. */
export const requestNow = (): Readonly<RequestTold> | null => current.getStore() ?? null;

/** Tells what has been found out of the request that is being answered, if there is one. */
export function tellOfRequest(more: Partial<Omit<RequestTold, 'id'>>): void {
  Object.assign(current.getStore() ?? {}, more);
}

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Tells what is asked for, of what was sent: what names a thing, such as `pageId`, and nothing that may be about people. */
export const tellAsked = (sent: unknown): void =>
  tellOfRequest({ asked: { ...requestNow()?.asked, ...idsIn(sent) } });

const idsIn = (sent: unknown): Record<string, string> =>
  Object.fromEntries(
    Object.entries(Object(sent) as object).filter(
      (entry): entry is [string, string] =>
        entry[0].endsWith('Id') && typeof entry[1] === 'string' && UUID.test(entry[1]),
    ),
  );
