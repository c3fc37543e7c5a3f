import { Hono, type Context } from 'hono';

import { ApiError, resourceMissing } from '../core/api-error.ts';
import type { CallContext } from '../core/call-context.ts';
import type { ConditionsControl } from '../core/conditions.ts';
import type { DeliveryFaultsControl } from '../core/delivery-faults.ts';
import type { ObjectName, Objects } from '../core/objects.ts';
import type { Markup } from './layout.ts';
import type { SandboxApp } from './sandbox-bar.ts';

/** Dependencies of the hosted pages. Each transaction runs on one account. */
export type PageDependencies = {
  inTransaction: <T>(account: string, work: (call: CallContext) => T) => T;
  findAccountOf: (type: ObjectName, id: string) => string | undefined;
  origin: string;
  now: () => Date;
  clock: { now: () => Date; moveTo: (to: Date) => void };
  deliveryFaults: DeliveryFaultsControl;
  conditions: ConditionsControl;
  /** The app that the sandbox's bar links to. */
  app: SandboxApp | null;
  /** True when /sandbox/receiver is mounted. */
  hasReceiver: boolean;
};

export type Fields = Record<string, string>;

/** Reads a posted form, at most 2,000 characters of each field; a body of another type yields none. */
export const readFields = async (request: { parseBody: () => Promise<Record<string, unknown>> }): Promise<Fields> => {
  const body = await request.parseBody().catch(() => ({}));
  return Object.fromEntries(
    Object.entries(body).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value.slice(0, 2000)]] : [])),
  );
};

export const isEmailAddress = (text: string): boolean => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text);

export const wantsJson = (c: Context): boolean => (c.req.header('accept') ?? '').includes('application/json');

/** The result of a request: a redirect or a page. */
export type PageResult = { to: string } | { body: Markup; status?: 200 | 400 | 402 | 410 | 422 };

export const sendResult = (c: Context, result: PageResult): Response | Promise<Response> =>
  'to' in result ? c.redirect(result.to, 303) : c.html(result.body, result.status);

export type ObjectHandler<T extends ObjectName> = (
  call: CallContext,
  object: Objects[T],
  fields: Fields,
  c: Context,
) => PageResult;

/**
 * The pages of one type of object, whose paths begin with its id. Each request runs in a transaction on the object's
 * account. `recover` renders the refusal of an action, whose transaction was rolled back.
 */
export const objectPages = <T extends ObjectName>(
  dependencies: PageDependencies,
  type: T,
  recover?: (error: ApiError) => ObjectHandler<T>,
) => {
  const app = new Hono();
  const handleWith = (handler: ObjectHandler<T>) => async (c: Context) => {
    const id = c.req.param('id') ?? '';
    const account = dependencies.findAccountOf(type, id);
    if (account === undefined) throw resourceMissing(type, id);
    const fields = c.req.method === 'POST' ? await readFields(c.req) : {};
    const run = (handle: ObjectHandler<T>): PageResult =>
      dependencies.inTransaction(account, (call) => handle(call, call.repository.get(type, id), fields, c));
    try {
      return await sendResult(c, run(handler));
    } catch (error) {
      if (!recover || !(error instanceof ApiError) || (error.status !== 400 && error.status !== 402)) throw error;
      return sendResult(c, run(recover(error)));
    }
  };
  return {
    app,
    get: (path: string, handler: ObjectHandler<T>) => app.get(`/:id${path}`, handleWith(handler)),
    post: (path: string, handler: ObjectHandler<T>) => app.post(`/:id${path}`, handleWith(handler)),
  };
};
