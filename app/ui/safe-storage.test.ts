import { expect, test } from 'vitest';

import { openSafeStorage } from './safe-storage.ts';

/** Creates a browser storage that has space for `capacity` characters. */
function storageOf(room = Number.POSITIVE_INFINITY): Storage & { kept: Map<string, string> } {
  const kept = new Map<string, string>();
  const used = (without: string) =>
    [...kept].reduce((sum, [key, text]) => sum + (key === without ? 0 : key.length + text.length), 0);
  return {
    kept,
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, text) => {
      if (used(key) + key.length + text.length > room) throw new DOMException('full', 'QuotaExceededError');
      kept.set(key, text);
    },
    removeItem: (key) => void kept.delete(key),
    clear: () => kept.clear(),
    key: (index) => [...kept.keys()][index] ?? null,
    get length() {
      return kept.size;
    },
  };
}

const forbidden = (): Storage => {
  throw new DOMException('denied', 'SecurityError');
};

test('stores a value until it is removed', () => {
  const storage = storageOf();
  const store = openSafeStorage(() => storage);
  expect(store.write('a', '1')).toBe(true);
  expect(storage.kept.get('a')).toBe('1');
  expect(store.read('a')).toBe('1');
  store.remove('a');
  expect(store.read('a')).toBeNull();
  expect(storage.kept.size).toBe(0);
});

test.each([
  ['forbidden', forbidden],
  ['no more than a name', () => null as unknown as Storage],
])('keeps values in memory where storage is %s', (_how, storage) => {
  const store = openSafeStorage(storage);
  expect(store.read('a')).toBeNull();
  expect(store.write('a', '1')).toBe(false);
  expect(store.read('a')).toBe('1');
  store.remove('a');
  expect(store.read('a')).toBeNull();
});

test('removes the older value when the storage is full', () => {
  const storage = storageOf(6);
  const store = openSafeStorage(() => storage);
  expect(store.write('a', '12345')).toBe(true);
  expect(store.write('a', '123456')).toBe(false);
  expect(storage.kept.has('a')).toBe(false);
  expect(store.read('a')).toBe('123456');
});

test('prefers a value that another tab wrote later over the value in memory', () => {
  const storage = storageOf(3);
  const store = openSafeStorage(() => storage);
  expect(store.write('a', 'long')).toBe(false);
  storage.kept.set('a', 'x');
  expect(store.read('a')).toBe('x');
});

test('removes the value from memory once it fits into the storage again', () => {
  const storage = storageOf(3);
  const store = openSafeStorage(() => storage);
  store.write('a', 'long');
  expect(store.write('a', 'x')).toBe(true);
  storage.kept.delete('a');
  expect(store.read('a')).toBeNull();
});

test('clears everything except the keys to keep, including values in memory', () => {
  const storage = storageOf(12);
  const store = openSafeStorage(() => storage);
  store.write('mine', '1');
  store.write('ours', '2');
  expect(store.write('more', '345678')).toBe(false);
  store.clear((key) => key === 'ours');
  expect([...storage.kept.keys()]).toEqual(['ours']);
  expect(store.read('more')).toBeNull();
});
