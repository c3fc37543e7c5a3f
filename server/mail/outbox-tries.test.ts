import { expect, test } from 'vitest';

import { claimMail, mailOf, updateMailUnsent } from '#server/db/outbox.ts';
import { openShop } from '#server/testing.ts';
import { openTestDatabase } from '#server/testing-database.ts';

import { mailTransport } from './mail-transport.ts';
import type { RenderMail } from './outbox-worker.ts';
import { idsOf, MINUTE, openMailShop, pagesEntry, queue, renderMail, rowsOf } from './testing-mail-shop.ts';
import type { Fault } from './testing-smtp.ts';

const HOUR = 60 * MINUTE;

const PASSING: Fault[] = [
  { at: 'greeting', answer: '421 too busy' },
  { at: 'MAIL', answer: '451 try later' },
  { at: 'RCPT', answer: '450 mailbox busy' },
  { at: 'message', answer: '452 no room' },
  { at: 'RCPT', answer: 'drop' },
  { at: 'message', answer: 'drop' },
  // The server rejected our configuration, not this mail.
  { at: 'greeting', answer: '554 not you' },
  { at: 'MAIL', answer: '550 sender unknown' },
];

test.for(PASSING)('retries a mail after a minute: %o', async (fault) => {
  const { smtp, shop } = await openMailShop({ still: true });
  void smtp.fail(fault);
  await queue(shop);
  await shop.settled();
  expect((await rowsOf(shop))[0]).toMatchObject({ status: 'waiting', attempts: 1, sentAt: null });
  shop.advance(MINUTE - 5000);
  await shop.settled();
  expect((await rowsOf(shop))[0]?.attempts).toBe(1);
  shop.advance(5000);
  await shop.settled();
  expect((await rowsOf(shop))[0]).toMatchObject({ status: 'sent', attempts: 2 });
  const ids = idsOf(smtp.received);
  expect(ids.length).toBe(fault.at === 'message' ? 2 : 1);
  expect(new Set(ids).size).toBe(1);
});

test.for<Fault>([
  { at: 'RCPT', answer: '550 no such mailbox' },
  { at: 'DATA', answer: '554 refused' },
  { at: 'message', answer: '552 refused' },
])('fails a permanently rejected mail immediately: %o', async (fault) => {
  const { shop, smtp } = await openMailShop();
  void smtp.fail(fault);
  await queue(shop);
  await shop.settled();
  expect((await rowsOf(shop))[0]).toMatchObject({ status: 'failed', attempts: 1 });
  shop.advance(48 * HOUR);
  await shop.settled();
  expect((await rowsOf(shop))[0]).toMatchObject({ status: 'failed', attempts: 1 });
});

test('retries with growing delays of up to a day, and fails after the last try', async () => {
  const { shop, smtp } = await openMailShop();
  void smtp.fail(...Array.from({ length: 20 }, (): Fault => ({ at: 'RCPT', answer: '450 busy' })));
  await queue(shop);
  await shop.settled();
  const gaps: number[] = [];
  for (;;) {
    const [row] = await rowsOf(shop);
    if (row?.status !== 'waiting') break;
    const gap = row.nextAt.getTime() - shop.context.realNow().getTime();
    gaps.push(Math.round(gap / MINUTE));
    shop.advance(gap + 1);
    await shop.settled();
  }
  expect(gaps).toEqual([1, 5, 15, 60, 180, 360, 720, 1440]);
  expect((await rowsOf(shop))[0]).toMatchObject({ status: 'failed', attempts: 9 });
});

test('sends other mail when one mail cannot be sent', async () => {
  const { shop, smtp } = await openMailShop();
  const [good, bad] = [20, 5];
  for (let at = 0; at < bad; at++) await queue(shop, `not an address ${at}`);
  for (let at = 0; at < good; at++) await queue(shop, `seller-${at}@example.com`);
  await shop.settled();
  expect(new Set(smtp.received.map(({ to }) => to)).size).toBe(good);
  expect((await rowsOf(shop)).filter(({ status }) => status === 'failed')).toHaveLength(bad);
});

test('keeps a mail queued that cannot be rendered', async () => {
  const blind: RenderMail = () => Promise.reject(new RangeError('Unknown kind of mail'));
  let draw = blind;
  const entry = { ...pagesEntry, renderMail: (...drawn: Parameters<RenderMail>) => draw(...drawn) };
  const { shop, smtp } = await openMailShop({ pagesEntry: entry });
  await queue(shop);
  await shop.settled();
  expect((await rowsOf(shop))[0]).toMatchObject({ status: 'waiting', attempts: 1 });
  draw = renderMail;
  shop.advance(MINUTE);
  await shop.settled();
  expect(smtp.received).toHaveLength(1);
});

test('sends a mail of a process that died before sending after its lease ends', async () => {
  const { shop, smtp } = await openMailShop();
  await queue(shop);
  expect(await claimMail(shop.context.db, shop.context.realNow(), 2 * MINUTE, 4)).toHaveLength(1);
  await shop.settled();
  expect(smtp.received).toEqual([]);
  shop.advance(2 * MINUTE);
  await shop.settled();
  expect(smtp.received).toHaveLength(1);
});

test('sends a second copy with the same Message-ID after a process died during sending', async () => {
  const { shop, smtp } = await openMailShop();
  const { config, db, realNow, secrets } = shop.context;
  await queue(shop);
  const [row] = await claimMail(db, realNow(), 2 * MINUTE, 4);
  if (!row) throw new Error('Nothing was claimed');
  const drawn = await renderMail(mailOf(row, secrets.unseal), config.appUrl);
  await mailTransport(config)?.({ id: row.id, to: row.recipient, replyTo: null, drawn });
  for (let turn = 0; turn < 3; turn++) {
    shop.advance(2 * MINUTE);
    await shop.settled();
  }
  expect(smtp.received).toHaveLength(2);
  expect(new Set(idsOf(smtp.received)).size).toBe(1);
});

test('ignores the result of a try that outlived its lease', async () => {
  const { shop, smtp } = await openMailShop();
  await queue(shop);
  const [late] = await claimMail(shop.context.db, shop.context.realNow(), 2 * MINUTE, 4);
  if (!late) throw new Error('Nothing was claimed');
  shop.advance(2 * MINUTE);
  void smtp.fail({ at: 'RCPT', answer: '450 busy' });
  await shop.settled();
  const before = await rowsOf(shop);
  expect(before[0]).toMatchObject({ status: 'waiting', attempts: 2 });
  await updateMailUnsent(shop.context.db, late, { status: 'failed', lastError: 'Too late' });
  expect(await rowsOf(shop)).toEqual(before);
});

test('sends each mail once with two processes', async () => {
  const database = await openTestDatabase();
  const { shop, smtp, env } = await openMailShop({ database });
  const other = await openShop({
    database: { ...database, close: () => Promise.resolve() },
    pagesEntry,
    env,
  });
  const sellers = Array.from({ length: 30 }, (_, at) => `seller-${at}@example.com`);
  for (const seller of sellers) await queue(shop, seller);
  await Promise.all([shop.settled(), other.settled()]);
  // Closing waits for what the other process still sends.
  await Promise.all([shop.workers.outbox.close(), other.workers.outbox.close()]);
  expect(smtp.received.map(({ to }) => to).toSorted()).toEqual(sellers.toSorted());
  expect((await rowsOf(shop)).every(({ status, attempts }) => status === 'sent' && attempts === 1)).toBe(
    true,
  );
});
