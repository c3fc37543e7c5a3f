import { expect, test } from 'vitest';

import { isLeavingPage } from './use-unsaved-changes-guard.ts';

const toLocation = (address: string) => {
  const [pathname = '', search = ''] = address.split('?');
  return { pathname, search: search && `?${search}`, hash: '', state: null, key: '', mask: undefined };
};
const isLeaving = (from: string, to: string, pageId: string | null) =>
  isLeavingPage(toLocation(from), toLocation(to), pageId);

test('treats another screen and another page as leaving', () => {
  expect(isLeaving('/builder?page=a', '/pages', 'a')).toBe(true);
  expect(isLeaving('/builder?page=a', '/builder?page=b', 'a')).toBe(true);
  expect(isLeaving('/builder?page=a', '/builder', 'a')).toBe(true);
});

test('does not treat a new page id or a cleaned URL as leaving', () => {
  expect(isLeaving('/builder', '/builder?page=a', 'a')).toBe(false);
  expect(isLeaving('/builder?page=a&stripe_success=true', '/builder?page=a', 'a')).toBe(false);
});
