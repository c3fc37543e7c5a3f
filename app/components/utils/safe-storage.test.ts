import { expect, test } from 'vitest';

import { createSafeStorage } from './safe-storage.ts';

/** Creates a browser storage that has space for `capacity` characters. */
function createStorage(capacity = Number.POSITIVE_INFINITY): Storage & { entries: Map<string, string> } {
  const entries = new Map<string, string>();
  const usedWithout = (excludedKey: string) =>
    [...entries].reduce((sum, [key, text]) => sum + (key === excludedKey ? 0 : key.length + text.length), 0);
  return {
    entries,
    getItem: (key) => entries.get(key) ?? null,
    setItem: (key, text) => {
      if (usedWithout(key) + key.length + text.length > capacity) throw new DOMException('full', 'QuotaExceededError');
      entries.set(key, text);
    },
    removeItem: (key) => void entries.delete(key),
    clear: () => entries.clear(),
    key: (index) => [...entries.keys()][index] ?? null,
    get length() {
      return entries.size;
    },
  };
}

const throwSecurityError = (): Storage => {
  throw new DOMException('denied', 'SecurityError');
};

test('stores a value until it is removed', () => {
  const storage = createStorage();
  const store = createSafeStorage(() => storage);
  expect(store.write('a', '1')).toBe(true);
  expect(storage.entries.get('a')).toBe('1');
  expect(store.read('a')).toBe('1');
  store.remove('a');
  expect(store.read('a')).toBeNull();
  expect(storage.entries.size).toBe(0);
});

test.each([
  ['forbidden', throwSecurityError],
  ['no more than a name', () => null as unknown as Storage],
])('keeps values in memory where storage is %s', (_reason, storage) => {
  const store = createSafeStorage(storage);
  expect(store.read('a')).toBeNull();
  expect(store.write('a', '1')).toBe(false);
  expect(store.read('a')).toBe('1');
  store.remove('a');
  expect(store.read('a')).toBeNull();
});

test('removes the older value when the storage is full', () => {
  const storage = createStorage(6);
  const store = createSafeStorage(() => storage);
  expect(store.write('a', '12345')).toBe(true);
  expect(store.write('a', '123456')).toBe(false);
  expect(storage.entries.has('a')).toBe(false);
  expect(store.read('a')).toBe('123456');
});

test('prefers a value that another tab wrote later over the value in memory', () => {
  const storage = createStorage(3);
  const store = createSafeStorage(() => storage);
  expect(store.write('a', 'long')).toBe(false);
  storage.entries.set('a', 'x');
  expect(store.read('a')).toBe('x');
});

test('removes the value from memory once it fits into the storage again', () => {
  const storage = createStorage(3);
  const store = createSafeStorage(() => storage);
  store.write('a', 'long');
  expect(store.write('a', 'x')).toBe(true);
  storage.entries.delete('a');
  expect(store.read('a')).toBeNull();
});

test('clears everything except the keys to keep, including values in memory', () => {
  const storage = createStorage(12);
  const store = createSafeStorage(() => storage);
  store.write('mine', '1');
  store.write('ours', '2');
  expect(store.write('more', '345678')).toBe(false);
  store.clear((key) => key === 'ours');
  expect([...storage.entries.keys()]).toEqual(['ours']);
  expect(store.read('more')).toBeNull();
});
