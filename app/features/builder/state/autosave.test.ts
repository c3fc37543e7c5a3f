import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { createEmptyConfig, type CheckoutPageConfig } from '#domain/checkout-page.ts';

import { Autosave, type SavedPage } from './autosave.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const configNamed = (productName: string): CheckoutPageConfig => ({ ...createEmptyConfig(), productName });

/** Creates an autosave whose server responds when the test says so. */
function createAutosave(page: SavedPage = { pageId: null, revision: 0 }) {
  const requests: {
    name: string;
    page: SavedPage;
    respond: () => void;
    rejectWith: (kind: string) => void;
  }[] = [];
  const autosave = new Autosave({
    page,
    config: createEmptyConfig(),
    now: () => 42,
    readRevision: () => Promise.resolve(12),
    toFailure: (error) => {
      const kind = error instanceof Error ? error.message : '';
      if (kind === 'conflict') return { kind: 'changed-elsewhere', revision: 9 };
      if (kind === 'unnumbered') return { kind: 'changed-elsewhere', revision: null };
      return kind === 'refused' ? { kind: 'refused', message: 'No' } : { kind: 'offline', serverReached: false };
    },
    send: (config, at) =>
      new Promise((resolve, reject) => {
        requests.push({
          name: config.productName,
          page: at,
          respond: () => resolve({ pageId: 'p1', revision: at.revision + 1 }),
          rejectWith: (kind) => reject(new Error(kind)),
        });
      }),
  });
  return { autosave, requests };
}
const advance = (ms: number) => vi.advanceTimersByTimeAsync(ms);

test('does not save an unchanged page', async () => {
  const { autosave, requests } = createAutosave({ pageId: 'p1', revision: 3 });
  await autosave.flush();
  expect(requests).toEqual([]);
  expect(autosave.status()).toEqual({ kind: 'clean' });
});

test('saves a new page without changes once to get its id', async () => {
  const { autosave, requests } = createAutosave();
  const ids = Promise.all([autosave.savePage(), autosave.savePage()]);
  await advance(0);
  requests[0]?.respond();
  expect(await ids).toEqual(['p1', 'p1']);
  expect(await autosave.savePage()).toBe('p1');
  expect(requests).toHaveLength(1);
});

test('creates no draft for a new page whose only change was undone', async () => {
  const { autosave, requests } = createAutosave();
  await autosave.flush();
  const first = createEmptyConfig();
  const untouched = new Autosave({
    page: { pageId: null, revision: 0 },
    config: first,
    now: () => 42,
    toFailure: () => ({ kind: 'offline', serverReached: false }),
    readRevision: () => Promise.reject(new Error('must not be called')),
    send: () => Promise.reject(new Error('must not be called')),
  });
  untouched.handleEdit(configNamed('A'));
  untouched.handleEdit(first);
  await advance(1000);
  expect(untouched.status()).toEqual({ kind: 'clean' });
  expect(requests).toEqual([]);
});

test('saves one second after the last change', async () => {
  const { autosave, requests } = createAutosave();
  autosave.handleEdit(configNamed('A'));
  await advance(900);
  autosave.handleEdit(configNamed('AB'));
  await advance(900);
  expect(autosave.status().kind).toBe('unsaved');
  expect(requests).toHaveLength(0);
  await advance(100);
  expect(requests.map(({ name }) => name)).toEqual(['AB']);
  requests[0]?.respond();
  await advance(0);
  expect(autosave.status()).toEqual({ kind: 'saved', at: 42 });
  expect(autosave.page).toEqual({ pageId: 'p1', revision: 1 });
});

test('sends changes made during a save in the next request, based on the new revision', async () => {
  const { autosave, requests } = createAutosave();
  autosave.handleEdit(configNamed('A'));
  await advance(1000);
  autosave.handleEdit(configNamed('AB'));
  await advance(5000);
  expect(requests).toHaveLength(1);
  requests[0]?.respond();
  await advance(0);
  expect(requests.map(({ name }) => name)).toEqual(['A', 'AB']);
  expect(requests[1]?.page).toEqual({ pageId: 'p1', revision: 1 });
});

test('retries with increasing delays if there is no response', async () => {
  const { autosave, requests } = createAutosave();
  autosave.handleEdit(configNamed('A'));
  await advance(1000);
  requests[0]?.rejectWith('network');
  await advance(0);
  expect(autosave.status()).toEqual({ kind: 'offline', serverReached: false });
  await advance(2000);
  requests[1]?.rejectWith('network');
  await advance(4900);
  expect(requests).toHaveLength(2);
  await advance(100);
  requests[2]?.respond();
  await advance(0);
  expect(autosave.status().kind).toBe('saved');
});

test('does not retry a rejected save before the next change', async () => {
  const { autosave, requests } = createAutosave();
  autosave.handleEdit(configNamed('A'));
  await advance(1000);
  requests[0]?.rejectWith('refused');
  await advance(120_000);
  expect(requests).toHaveLength(1);
  autosave.handleEdit(configNamed('AB'));
  await advance(1000);
  expect(requests).toHaveLength(2);
});

test('does not overwrite a page that was changed elsewhere until the seller decides', async () => {
  const { autosave, requests } = createAutosave({ pageId: 'p1', revision: 3 });
  autosave.handleEdit(configNamed('A'));
  await advance(1000);
  requests[0]?.rejectWith('conflict');
  await advance(0);
  autosave.handleEdit(configNamed('AB'));
  await advance(60_000);
  await expect(autosave.flush()).rejects.toThrow('conflict');
  expect(requests).toHaveLength(1);
  expect(autosave.status()).toEqual({ kind: 'changed-elsewhere', revision: 9 });
  void autosave.overwriteRemote();
  await advance(0);
  expect(requests[1]).toMatchObject({ name: 'AB', page: { pageId: 'p1', revision: 9 } });
});

test("reads the revision before it saves the seller's version if the conflict has none", async () => {
  const { autosave, requests } = createAutosave({ pageId: 'p1', revision: 3 });
  autosave.handleEdit(configNamed('A'));
  await advance(1000);
  requests[0]?.rejectWith('unnumbered');
  await advance(0);
  void autosave.overwriteRemote();
  await advance(0);
  expect(requests[1]).toMatchObject({ name: 'A', page: { pageId: 'p1', revision: 12 } });
});

test('saves before publishing and holds back later changes until the new revision is known', async () => {
  const { autosave, requests } = createAutosave({ pageId: 'p1', revision: 3 });
  autosave.handleEdit(configNamed('A'));
  let finish: (respond: { pageId: string; revision: number }) => void = () => undefined;
  const published: [string, number][] = [];
  const publishing = autosave.publish((config, page) => {
    published.push([config.productName, page.revision]);
    return new Promise<{ pageId: string; revision: number }>((resolve) => (finish = resolve));
  });
  await advance(0);
  requests[0]?.respond();
  await advance(0);
  expect(published).toEqual([['A', 4]]);
  autosave.handleEdit(configNamed('AB'));
  await advance(5000);
  expect(requests).toHaveLength(1);
  finish({ pageId: 'p1', revision: 5 });
  await publishing;
  await advance(1000);
  expect(requests[1]).toMatchObject({ name: 'AB', page: { pageId: 'p1', revision: 5 } });
});

test('does not publish if the draft cannot be saved', async () => {
  const { autosave, requests } = createAutosave();
  autosave.handleEdit(configNamed('A'));
  const publishing = autosave.publish(() => Promise.reject(new Error('must not be called')));
  await advance(0);
  requests[0]?.rejectWith('network');
  await expect(publishing).rejects.toThrow('network');
});

test('sends nothing if the config returns to its saved state', async () => {
  const first = createEmptyConfig();
  const autosave = new Autosave({
    page: { pageId: 'p1', revision: 1 },
    config: first,
    readRevision: () => Promise.reject(new Error('must not be called')),
    now: () => 42,
    toFailure: () => ({ kind: 'offline', serverReached: false }),
    send: () => Promise.reject(new Error('must not be called')),
  });
  autosave.handleEdit(configNamed('A'));
  autosave.handleEdit(first);
  await advance(1000);
  expect(autosave.status()).toEqual({ kind: 'saved', at: 42 });
});
