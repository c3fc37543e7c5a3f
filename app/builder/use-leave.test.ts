import { expect, test } from 'vitest';

import { leadsAway } from './use-leave.ts';

const at = (address: string) => {
  const [pathname = '', search = ''] = address.split('?');
  return { pathname, search: search && `?${search}`, hash: '', state: null, key: '', mask: undefined };
};
const away = (from: string, to: string, pageId: string | null) => leadsAway(at(from), at(to), pageId);

test('treats another screen and another page as leaving', () => {
  expect(away('/builder?page=a', '/pages', 'a')).toBe(true);
  expect(away('/builder?page=a', '/builder?page=b', 'a')).toBe(true);
  expect(away('/builder?page=a', '/builder', 'a')).toBe(true);
});

test('does not treat a new page id or a cleaned URL as leaving', () => {
  expect(away('/builder', '/builder?page=a', 'a')).toBe(false);
  expect(away('/builder?page=a&stripe_success=true', '/builder?page=a', 'a')).toBe(false);
});
