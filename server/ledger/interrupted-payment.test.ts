import { AsyncLocalStorage } from 'node:async_hooks';

import pg from 'pg';
import { expect, onTestFinished, test, vi } from 'vitest';

import { licenses } from '#server/db/schema-delivery.ts';
import { checkoutAttempts, orders } from '#server/db/schema-orders.ts';
import { FILE, KEY_LIST, listEntitlementRows, publishDelivery } from '#server/testing/delivering-page.ts';
import { createAppWithoutEvents, listBrokenLedgerInvariants } from '#server/testing/dropped-events.ts';
import type { TestApp } from '#server/testing/test-app.ts';

import { updateLedger } from './update-ledger.ts';

/** `isOver`: a probe of the database that the work began may go on. */
type Scope = { statements: number; lastStatement: number; isOver: boolean };
/** `cut`: the work ended at the statement. `unavailable`: before it, because the database was not available again yet. */
type Outcome = 'done' | 'cut' | 'unavailable';

/**
 * Returns a function that runs some work, cuts its connection at a statement, as the end of the process does, and lets no
 * further statement of it through.
 */
function createInterruption() {
  const scopes = new AsyncLocalStorage<Scope>();
  const query = pg.Client.prototype.query as (...args: unknown[]) => unknown;
  const spy = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...args: unknown[]) {
    const scope = scopes.getStore();
    if (!scope || scope.isOver) return query.apply(this, args);
    scope.statements += 1;
    if (scope.statements === scope.lastStatement) {
      const { stream } = (this as unknown as { connection: { stream: { destroy: () => void } } }).connection;
      stream.destroy();
    }
    return scope.statements > scope.lastStatement
      ? Promise.reject(new Error('The process has ended'))
      : query.apply(this, args);
  } as typeof pg.Client.prototype.query);
  onTestFinished(() => spy.mockRestore());
  return async (lastStatement: number, work: () => Promise<unknown>): Promise<Outcome> => {
    const scope = { statements: 0, lastStatement, isOver: false };
    const isDone = await scopes.run(scope, work).then(
      () => true,
      () => false,
    );
    scope.isOver = true;
    return isDone ? 'done' : scope.statements < lastStatement ? 'unavailable' : 'cut';
  };
}

/** What an independent connection sees of a payment, its entitlements and license keys. */
async function loadState(app: TestApp) {
  const paid = (await app.context.db.select().from(orders)).filter(({ paidAt }) => paidAt !== null);
  const rows = await listEntitlementRows(app);
  const keys = await app.context.db.select().from(licenses);
  return [
    paid.length,
    rows.filter(({ state }) => state === 'active').length,
    keys.filter(({ state }) => state === 'active').length,
  ];
}

test('a process that ends at any statement has written a payment with everything that it delivers, or nothing of both', async () => {
  const app = await createAppWithoutEvents();
  await app.workers.reconcile.close();
  const seller = await app.signUpSeller();
  await publishDelivery(app, seller, [{ settings: FILE }, { settings: KEY_LIST, keys: ['LAST-KEY-00001'] }], 'guide');
  const { body } = await app.rpc('create-checkout-session', { slug: 'guide' });
  await app.payAtStripe(body.url);
  const [attempt] = await app.context.db.select().from(checkoutAttempts);
  const subject = { accountId: attempt?.accountId ?? '', kind: 'session', id: attempt?.sessionId ?? '' } as const;

  const interrupt = createInterruption();
  const states: number[][] = [];
  for (let statement = 1, outcome: Outcome = 'cut'; outcome !== 'done'; statement += outcome === 'cut' ? 1 : 0) {
    outcome = await interrupt(statement, () => updateLedger(app.context, [subject]));
    states.push(await vi.waitFor(() => loadState(app), { timeout: 20_000 }));
  }
  expect(states.length).toBeGreaterThan(20);
  expect(new Set(states.map(String))).toEqual(new Set(['0,0,0', '1,2,1']));
  expect(states.at(-1)).toEqual([1, 2, 1]);
  expect(await listBrokenLedgerInvariants(app)).toEqual([]);
});
