import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { emptyConfig, type CheckoutPageConfig } from '#domain/checkout-page.ts';

import { Autosave, type SavedPage } from './autosave.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const named = (productName: string): CheckoutPageConfig => ({ ...emptyConfig(), productName });

/** Creates an autosave whose server responds when the test says so. */
function desk(page: SavedPage = { pageId: null, revision: 0 }) {
  const sent: { name: string; page: SavedPage; answer: () => void; refuse: (kind: string) => void }[] = [];
  const autosave = new Autosave({
    page,
    config: emptyConfig(),
    now: () => 42,
    readRevision: () => Promise.resolve(12),
    failureOf: (error) => {
      const kind = error instanceof Error ? error.message : '';
      if (kind === 'conflict') return { kind: 'changed-elsewhere', revision: 9 };
      if (kind === 'unnumbered') return { kind: 'changed-elsewhere', revision: null };
      return kind === 'refused' ? { kind: 'refused', message: 'No' } : { kind: 'offline', reached: false };
    },
    send: (config, at) =>
      new Promise((resolve, reject) => {
        sent.push({
          name: config.productName,
          page: at,
          answer: () => resolve({ pageId: 'p1', revision: at.revision + 1 }),
          refuse: (kind) => reject(new Error(kind)),
        });
      }),
  });
  return { autosave, sent };
}
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

test('does not save an unchanged page', async () => {
  const { autosave, sent } = desk({ pageId: 'p1', revision: 3 });
  await autosave.flush();
  expect(sent).toEqual([]);
  expect(autosave.status()).toEqual({ kind: 'clean' });
});

test('creates no draft for a new page whose only change was undone', async () => {
  const { autosave, sent } = desk();
  await autosave.flush();
  const first = emptyConfig();
  const untouched = new Autosave({
    page: { pageId: null, revision: 0 },
    config: first,
    now: () => 42,
    failureOf: () => ({ kind: 'offline', reached: false }),
    readRevision: () => Promise.reject(new Error('must not be called')),
    send: () => Promise.reject(new Error('must not be called')),
  });
  untouched.edited(named('A'));
  untouched.edited(first);
  await pass(1000);
  expect(untouched.status()).toEqual({ kind: 'clean' });
  expect(sent).toEqual([]);
});

test('saves one second after the last change', async () => {
  const { autosave, sent } = desk();
  autosave.edited(named('A'));
  await pass(900);
  autosave.edited(named('AB'));
  await pass(900);
  expect(autosave.status().kind).toBe('unsaved');
  expect(sent).toHaveLength(0);
  await pass(100);
  expect(sent.map(({ name }) => name)).toEqual(['AB']);
  sent[0]?.answer();
  await pass(0);
  expect(autosave.status()).toEqual({ kind: 'saved', at: 42 });
  expect(autosave.page).toEqual({ pageId: 'p1', revision: 1 });
});

test('sends changes made during a save in the next request, based on the new revision', async () => {
  const { autosave, sent } = desk();
  autosave.edited(named('A'));
  await pass(1000);
  autosave.edited(named('AB'));
  await pass(5000);
  expect(sent).toHaveLength(1);
  sent[0]?.answer();
  await pass(0);
  expect(sent.map(({ name }) => name)).toEqual(['A', 'AB']);
  expect(sent[1]?.page).toEqual({ pageId: 'p1', revision: 1 });
});

test('retries with increasing delays if there is no response', async () => {
  const { autosave, sent } = desk();
  autosave.edited(named('A'));
  await pass(1000);
  sent[0]?.refuse('network');
  await pass(0);
  expect(autosave.status()).toEqual({ kind: 'offline', reached: false });
  await pass(2000);
  sent[1]?.refuse('network');
  await pass(4900);
  expect(sent).toHaveLength(2);
  await pass(100);
  sent[2]?.answer();
  await pass(0);
  expect(autosave.status().kind).toBe('saved');
});

test('does not retry a rejected save before the next change', async () => {
  const { autosave, sent } = desk();
  autosave.edited(named('A'));
  await pass(1000);
  sent[0]?.refuse('refused');
  await pass(120_000);
  expect(sent).toHaveLength(1);
  autosave.edited(named('AB'));
  await pass(1000);
  expect(sent).toHaveLength(2);
});

test('does not overwrite a page that was changed elsewhere until the seller decides', async () => {
  const { autosave, sent } = desk({ pageId: 'p1', revision: 3 });
  autosave.edited(named('A'));
  await pass(1000);
  sent[0]?.refuse('conflict');
  await pass(0);
  autosave.edited(named('AB'));
  await pass(60_000);
  await expect(autosave.flush()).rejects.toThrow('conflict');
  expect(sent).toHaveLength(1);
  expect(autosave.status()).toEqual({ kind: 'changed-elsewhere', revision: 9 });
  void autosave.keepMine();
  await pass(0);
  expect(sent[1]).toMatchObject({ name: 'AB', page: { pageId: 'p1', revision: 9 } });
});

test("reads the revision before it saves the seller's version if the conflict has none", async () => {
  const { autosave, sent } = desk({ pageId: 'p1', revision: 3 });
  autosave.edited(named('A'));
  await pass(1000);
  sent[0]?.refuse('unnumbered');
  await pass(0);
  void autosave.keepMine();
  await pass(0);
  expect(sent[1]).toMatchObject({ name: 'A', page: { pageId: 'p1', revision: 12 } });
});

test('saves before publishing and holds back later changes until the new revision is known', async () => {
  const { autosave, sent } = desk({ pageId: 'p1', revision: 3 });
  autosave.edited(named('A'));
  let finish: (answer: { pageId: string; revision: number }) => void = () => undefined;
  const published: [string, number][] = [];
  const publishing = autosave.publish((config, page) => {
    published.push([config.productName, page.revision]);
    return new Promise<{ pageId: string; revision: number }>((resolve) => (finish = resolve));
  });
  await pass(0);
  sent[0]?.answer();
  await pass(0);
  expect(published).toEqual([['A', 4]]);
  autosave.edited(named('AB'));
  await pass(5000);
  expect(sent).toHaveLength(1);
  finish({ pageId: 'p1', revision: 5 });
  await publishing;
  await pass(1000);
  expect(sent[1]).toMatchObject({ name: 'AB', page: { pageId: 'p1', revision: 5 } });
});

test('does not publish if the draft cannot be saved', async () => {
  const { autosave, sent } = desk();
  autosave.edited(named('A'));
  const publishing = autosave.publish(() => Promise.reject(new Error('must not be called')));
  await pass(0);
  sent[0]?.refuse('network');
  await expect(publishing).rejects.toThrow('network');
});

test('sends nothing if the config returns to its saved state', async () => {
  const first = emptyConfig();
  const autosave = new Autosave({
    page: { pageId: 'p1', revision: 1 },
    config: first,
    readRevision: () => Promise.reject(new Error('must not be called')),
    now: () => 42,
    failureOf: () => ({ kind: 'offline', reached: false }),
    send: () => Promise.reject(new Error('must not be called')),
  });
  autosave.edited(named('A'));
  autosave.edited(first);
  await pass(1000);
  expect(autosave.status()).toEqual({ kind: 'saved', at: 42 });
});
