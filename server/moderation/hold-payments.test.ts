import { expect, test } from 'vitest';

import { listMail } from '#server/db/outbox.ts';
import { auditEntries } from '#server/db/schema-guard.ts';
import { outcomeOf, press } from '#server/pay-brake/testing-brake.ts';
import { openShop } from '#server/testing.ts';

import { tellPages } from './tell-pages.ts';

test('pauses and resumes the payments of a page for the operator, without an email', async () => {
  const shop = await openShop();
  const seller = await shop.seller();
  const { pageId } = await seller.publish({}, 'taller');
  const tell = (...words: string[]) => tellPages(shop.context, words);
  expect(await tell('pause', 'nowhere')).toMatchObject({ good: false });
  expect(await tell('pause', 'taller', '--hours', 'x')).toMatchObject({ good: false });
  expect((await tell('pause', 'taller', '--hours', '2')).text).toMatch(/^taller: takes no payments until /);
  expect((await press(shop, 'taller')).body.error?.code).toBe('page_paused');
  const hold = { kind: 'paused', by: 'operator' };
  expect((await seller.call('list-pages', {})).body.pages).toMatchObject([{ hold }]);
  expect((await seller.call('get-page', { pageId })).body).toMatchObject({ hold });
  expect(await tell('resume', 'taller')).toEqual({ text: 'taller: takes payments again.', good: true });
  expect((await tell('resume', 'taller')).text).toBe('taller: is not paused.');
  expect(outcomeOf(await press(shop, 'taller'))).toBe('url');
  const acts = (await shop.context.db.select().from(auditEntries).orderBy(auditEntries.at)).map(
    ({ act, actor }) => [act, actor],
  );
  expect(acts.filter(([act]) => act === 'page_paused' || act === 'page_resumed')).toEqual([
    ['page_paused', 'operator'],
    ['page_resumed', 'operator'],
  ]);
  const mails = await listMail(shop.context.db, 100);
  expect(mails.filter(({ kind }) => kind === 'page_paused')).toEqual([]);
});
