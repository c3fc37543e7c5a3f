import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes } from 'node:crypto';

import pg from 'pg';
import { expect, onTestFinished, test, vi } from 'vitest';

import { createDeliveringPage } from '#server/testing/delivered-purchases.ts';

test('a token that opens nothing costs the same queries, whatever is wrong with it', async () => {
  const { app, ids } = await createDeliveringPage();
  const scopes = new AsyncLocalStorage<string[]>();
  const query = pg.Client.prototype.query as (...args: unknown[]) => unknown;
  const spy = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...args: unknown[]) {
    const [config] = args as [string | { text: string }];
    scopes.getStore()?.push(typeof config === 'string' ? config : config.text);
    return query.apply(this, args);
  } as typeof pg.Client.prototype.query);
  onTestFinished(() => spy.mockRestore());
  const listQueries = async (path: string) => {
    const queries: string[] = [];
    await scopes.run(queries, () => app.request(path));
    return queries.join('\n');
  };
  const token = randomBytes(32).toString('base64url');
  const candidates = [
    token,
    token.slice(1),
    token.slice(0, 1),
    `${token}A`,
    'x'.repeat(300),
    encodeURIComponent('\u202E'),
  ];
  for (const rest of ['', `/l/${ids['Kiln forum']}`]) {
    const costs = new Set<string>();
    for (const candidate of candidates) costs.add(await listQueries(`/g/${candidate}${rest}`));
    expect([...costs]).toEqual([expect.stringContaining('"access_links"')]);
  }
});
