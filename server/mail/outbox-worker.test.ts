import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';

import { queueMail } from '#server/db/outbox.ts';
import { openShop } from '#server/testing.ts';

import { openOutboxWorker, type RenderMail } from './outbox-worker.ts';
import {
  idsOf,
  MAIL,
  MINUTE,
  openMailShop,
  pagesEntry,
  queue,
  renderMail,
  rowsOf,
} from './testing-mail-shop.ts';

test('sends queued mail with both parts, our sender and the auto-generated header', async () => {
  const { smtp, shop } = await openMailShop();
  expect(await queue(shop)).toBe(true);
  await shop.settled();
  const [row] = await rowsOf(shop);
  expect(row).toMatchObject({ status: 'sent', attempts: 1, kind: 'trial_ended' });
  expect(row?.sentAt).not.toBeNull();
  expect(smtp.received).toHaveLength(1);
  const { to, message } = smtp.received[0] ?? { to: '', message: '' };
  expect(to).toBe('seller@example.com');
  expect(message).toContain('From: Tillwright <shop@till.example>\r\n');
  expect(message).toContain('To: seller@example.com\r\n');
  expect(message).toContain('Subject: About trial_ended\r\n');
  expect(message).toContain('Auto-Submitted: auto-generated\r\n');
  expect(message).toMatch(/multipart\/alternative[^]*text\/plain[^]*See http[^]*text\/html[^]*<p>http/);
  expect(idsOf(smtp.received)).toEqual([`<${row?.id}@localhost>`]);
});

test('queues the same mail once', async () => {
  const { smtp, shop } = await openMailShop();
  const told = await Promise.all(Array.from({ length: 8 }, () => queue(shop)));
  expect(told.filter(Boolean)).toHaveLength(1);
  await shop.settled();
  expect(await queue(shop)).toBe(false);
  await shop.settled();
  expect(smtp.received).toHaveLength(1);
});

test('queues no mail when the transaction is rolled back', async () => {
  const { smtp, shop } = await openMailShop();
  const { db, now } = shop.context;
  const failing = db.transaction(async (tx) => {
    await queueMail(tx, { key: 'k', to: 'seller@example.com', mail: MAIL, now: now() });
    throw new Error('the cause failed');
  });
  await expect(failing).rejects.toThrow('the cause failed');
  await shop.settled();
  expect(smtp.received).toEqual([]);
});

test('sends mail immediately that was queued by a clock in the future', async () => {
  const { smtp, shop } = await openMailShop();
  const now = new Date('2031-01-01T00:00:00Z');
  await queueMail(shop.context.db, { key: 'ahead', to: 'seller@example.com', mail: MAIL, now });
  await shop.settled();
  expect(smtp.received).toHaveLength(1);
  expect((await rowsOf(shop))[0]?.createdAt).toEqual(now);
});

test('sends mail that a user waits for before mail that was queued earlier', async () => {
  const { smtp, shop } = await openMailShop();
  const { db, now, secrets } = shop.context;
  for (let at = 0; at < 12; at++) await queue(shop, `seller-${at}@example.com`);
  const mail = { kind: 'confirmation_code', code: '042137' } as const;
  const to = 'waiting@example.com';
  await queueMail(db, { key: 'code', to, mail, seal: secrets.seal, now: now() });
  await shop.settled();
  expect(smtp.received).toHaveLength(13);
  expect(smtp.received.findIndex((one) => one.to === to)).toBeLessThan(4);
});

test.for([
  'seller@example.com\r\nBcc: everybody@example.com',
  'seller@example.com, everybody@example.com',
  'seller@example.com>\r\nRCPT TO:<everybody@example.com',
  'Everybody <everybody@example.com>',
  '',
])('sends nothing to an invalid address: %j', async (to) => {
  const { shop, smtp } = await openMailShop();
  await queue(shop, to, 'hostile');
  await shop.settled();
  expect((await rowsOf(shop))[0]?.status).toBe('failed');
  expect(smtp.received).toEqual([]);
});

test('cannot be made to add a header by a subject', async () => {
  const hostile: RenderMail = () => ({ subject: 'Hello\r\nBcc: everybody@example.com', html: '', text: 'x' });
  const { shop, smtp } = await openMailShop({ pagesEntry: { ...pagesEntry, renderMail: hostile } });
  await queue(shop);
  await shop.settled();
  expect(smtp.received.map(({ to }) => to)).toEqual(['seller@example.com']);
  expect(smtp.received[0]?.message).not.toMatch(/^Bcc:/im);
});

test('marks mail as sent without a mail server outside live mode', async () => {
  const shop = await openShop({ pagesEntry });
  await queue(shop);
  await shop.settled();
  expect((await rowsOf(shop))[0]).toMatchObject({ status: 'sent', attempts: 1 });
});

test('keeps mail queued in live mode without a mail server, and logs it once', async () => {
  const lines: string[] = [];
  const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) });
  const shop = await openShop();
  await queue(shop);
  const config = { ...shop.context.config, mode: 'live' } as const;
  const worker = openOutboxWorker({ ...shop.context, config, log }, renderMail);
  onTestFinished(() => worker.close());
  worker.ring();
  await worker.settled();
  expect((await rowsOf(shop))[0]).toMatchObject({ status: 'waiting', attempts: 0 });
  expect(lines.filter((line) => line.includes('SMTP_URL'))).toHaveLength(1);
});

test('keeps mail queued without a renderer, and becomes idle', async () => {
  const { shop, smtp } = await openMailShop({ pagesEntry: null });
  await queue(shop);
  await shop.settled();
  expect((await rowsOf(shop))[0]).toMatchObject({ status: 'waiting', attempts: 0 });
  expect(smtp.received).toEqual([]);
});

test('logs no address when sending fails', async () => {
  const lines: string[] = [];
  const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(line) });
  const { shop, smtp } = await openMailShop({ log });
  void smtp.fail({ at: 'RCPT', answer: '450 <seller@example.com> is busy' });
  await queue(shop);
  await shop.settled();
  shop.advance(MINUTE);
  void smtp.fail({ at: 'RCPT', answer: '550 <seller@example.com> is unknown' });
  await shop.settled();
  expect(lines.join('')).toMatch(/tried again[^]*given up/);
  expect(lines.join('')).not.toContain('seller@example.com');
});

test('sends other mail while one mail takes long', async () => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  let drawn = 0;
  const slowAtFirst: RenderMail = async (mail, appUrl) => {
    drawn += 1;
    if (drawn === 1) await released;
    return renderMail(mail, appUrl);
  };
  const { smtp, shop } = await openMailShop({ pagesEntry: { ...pagesEntry, renderMail: slowAtFirst } });
  // More mails than are sent concurrently.
  for (let index = 0; index < 9; index += 1) await queue(shop, `seller-${index}@example.com`);
  const settled = shop.settled();
  await expect.poll(() => smtp.received.length).toBe(8);
  release();
  await settled;
  expect(smtp.received).toHaveLength(9);
});
