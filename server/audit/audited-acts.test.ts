import { expect, test } from 'vitest';

import { AUDIT_ACTS } from '#domain/audit.ts';

import { insertAuditEntry, listAuditEntries } from '#server/db/audit-entries.ts';
import { auditEntries } from '#server/db/schema-guard.ts';
import { sellerIdOf } from '#server/testing-plans.ts';
import { openShop, type TestShop } from '#server/testing.ts';

import { sweepAudit } from './sweep-audit.ts';
import { tellAudit } from './tell-audit.ts';
import { ELSEWHERE, STORIES } from './testing-audited-acts.ts';

const entriesOf = ({ context }: TestShop) =>
  listAuditEntries(context.db, { sellerId: null, act: null, since: null, most: 1000 });

test('records every audited action with its actor and subject, and without email addresses', async () => {
  const shop = await openShop();
  const seller = await shop.seller();
  const { pageId } = await seller.publish({}, 'first-address');
  expect(new Set([...Object.keys(STORIES), ...ELSEWHERE])).toEqual(new Set(AUDIT_ACTS));
  const wrong: string[] = [];
  for (const [act, { by, act: happens }] of Object.entries(STORIES)) {
    const subject = await happens({ shop, seller, pageId });
    const written = (await entriesOf(shop)).filter((entry) => entry.act === act);
    if (!written.some((entry) => entry.actor === by && (!subject || entry.subject === subject)))
      wrong.push(`${act} by ${by} of ${subject ?? 'anything'}: ${JSON.stringify(written)}`);
  }
  expect(wrong).toEqual([]);
  const entries = await entriesOf(shop);
  const failed = entries.filter(({ act }) => act === 'sign_in_failed');
  expect(failed).toHaveLength(1);
  expect(JSON.stringify(entries)).not.toMatch(/@|key=abc|My phone|horse/);
}, 60_000);

test('refuses to change or delete an entry before it expires, and deletes IP addresses first', async () => {
  const shop = await openShop();
  const { db, realNow } = shop.context;
  const daysAgo = (days: number) => new Date(realNow().getTime() - days * 86_400_000);
  const written = {
    id: '',
    actor: 'seller',
    actorId: null,
    sellerId: null,
    facts: {},
    address: '203.0.113.7',
  } as const;
  for (const [subject, days] of [
    ['young', 0],
    ['old', 31],
    ['ancient', 401],
  ] as const)
    await insertAuditEntry(db, {
      ...written,
      id: crypto.randomUUID(),
      act: 'signed_in',
      subject,
      at: daysAgo(days),
    });
  const refused = [
    () => db.update(auditEntries).set({ subject: 'nothing' }),
    () => db.update(auditEntries).set({ address: '198.51.100.1' }),
    () => db.delete(auditEntries),
  ];
  for (const change of refused) await expect(change()).rejects.toThrow();
  await sweepAudit(shop.context);
  const left = (await entriesOf(shop)).filter(({ act }) => act === 'signed_in');
  expect(left.map(({ subject, address }) => [subject, address])).toEqual([
    ['young', '203.0.113.7'],
    ['old', null],
  ]);
});

test('lists entries by seller, action and day, as lines and as CSV', async () => {
  const shop = await openShop();
  const seller = await shop.seller();
  await seller.publish({}, 'taller');
  await (await shop.seller()).publish({}, 'theirs');
  const sellerId = await sellerIdOf(shop, seller);
  const told = async (...words: string[]) => tellAudit(shop.context, words);
  expect((await told('--act', 'page_published')).text).toMatch(/theirs[^]*taller[^]*2 entries\.$/);
  const own = (await told('--seller', sellerId)).text;
  expect(own).toMatch(/page_published/);
  expect(own).toMatch(/signed_in .*kind=signed_up/);
  expect(own).not.toContain('theirs');
  expect((await told('--since', '2999-01-01')).text).toBe('0 entries.');
  const csv = (await told('--act', 'page_published', '--csv')).text.split('\n');
  expect(csv).toHaveLength(3);
  expect(csv[1]).toMatch(
    /^[\dT:.Z-]+,page_published,seller,[\da-f-]{36},[\da-f-]{36},[\da-f-]{36},"\{""slug/,
  );
  for (const words of [['--seller', 'x'], ['--act', 'y'], ['--since', 'z'], ['--colour']])
    expect((await told(...words)).good).toBe(false);
});
