import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';

import { queueMail } from '#server/email/queries/outbox.ts';
import { createTestApp } from '#server/testing/test-app.ts';

import {
  messageIdsOf,
  MAIL,
  MINUTE,
  openMailApp,
  pagesEntry,
  queueTestMail,
  renderMail,
  rowsOf,
} from '../testing/mail-app.ts';
import { openOutboxWorker } from './jobs.ts';
import type { RenderEmail } from './send-mail.ts';

test('sends queued mail with both parts, our sender and the auto-generated header', async () => {
  const { smtp, app } = await openMailApp();
  expect(await queueTestMail(app)).toBe(true);
  await app.waitUntilIdle();
  const [row] = await rowsOf(app);
  expect(row).toMatchObject({ status: 'sent', tries: 1, kind: 'trial_ended' });
  expect(row?.sentAt).not.toBeNull();
  expect(smtp.received).toHaveLength(1);
  const { to, message } = smtp.received[0] ?? { to: '', message: '' };
  expect(to).toBe('seller@example.com');
  expect(message).toContain('From: Tillwright <shop@till.example>\r\n');
  expect(message).toContain('To: seller@example.com\r\n');
  expect(message).toContain('Subject: About trial_ended\r\n');
  expect(message).toContain('Auto-Submitted: auto-generated\r\n');
  expect(message).toMatch(/multipart\/alternative[^]*text\/plain[^]*See http[^]*text\/html[^]*<p>http/);
  expect(messageIdsOf(smtp.received)).toEqual([`<${row?.id}@localhost>`]);
});

test('queues the same mail once', async () => {
  const { smtp, app } = await openMailApp();
  const results = await Promise.all(Array.from({ length: 8 }, () => queueTestMail(app)));
  expect(results.filter(Boolean)).toHaveLength(1);
  await app.waitUntilIdle();
  expect(await queueTestMail(app)).toBe(false);
  await app.waitUntilIdle();
  expect(smtp.received).toHaveLength(1);
});

test('queues no mail when the transaction is rolled back', async () => {
  const { smtp, app } = await openMailApp();
  const { db, now } = app.context;
  const transaction = db.transaction(async (tx) => {
    await queueMail(tx, { key: 'k', to: 'seller@example.com', mail: MAIL, now: now() });
    throw new Error('the cause failed');
  });
  await expect(transaction).rejects.toThrow('the cause failed');
  await app.waitUntilIdle();
  expect(smtp.received).toEqual([]);
});

test('sends mail immediately that was queued by a clock in the future', async () => {
  const { smtp, app } = await openMailApp();
  const now = new Date('2031-01-01T00:00:00Z');
  await queueMail(app.context.db, { key: 'ahead', to: 'seller@example.com', mail: MAIL, now });
  await app.waitUntilIdle();
  expect(smtp.received).toHaveLength(1);
  expect((await rowsOf(app))[0]?.createdAt).toEqual(now);
});

test('sends mail that a user waits for before mail that was queued earlier', async () => {
  const { smtp, app } = await openMailApp();
  const { db, now, secrets } = app.context;
  for (let i = 0; i < 12; i++) await queueTestMail(app, `seller-${i}@example.com`);
  const mail = { kind: 'confirmation_code', code: '042137' } as const;
  const to = 'waiting@example.com';
  await queueMail(db, { key: 'code', to, mail, seal: secrets.seal, now: now() });
  await app.waitUntilIdle();
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
  const { app, smtp } = await openMailApp();
  await queueTestMail(app, to, 'hostile');
  await app.waitUntilIdle();
  expect((await rowsOf(app))[0]?.status).toBe('failed');
  expect(smtp.received).toEqual([]);
});

test('cannot be made to add a header by a subject', async () => {
  const hostile: RenderEmail = () => ({
    subject: 'Hello\r\nBcc: everybody@example.com',
    html: '',
    text: 'x',
  });
  const { app, smtp } = await openMailApp({ pagesEntry: { ...pagesEntry, renderMail: hostile } });
  await queueTestMail(app);
  await app.waitUntilIdle();
  expect(smtp.received.map(({ to }) => to)).toEqual(['seller@example.com']);
  expect(smtp.received[0]?.message).not.toMatch(/^Bcc:/im);
});

test('marks mail as sent without a mail server outside live mode', async () => {
  const app = await createTestApp({ pagesEntry });
  await queueTestMail(app);
  await app.waitUntilIdle();
  expect((await rowsOf(app))[0]).toMatchObject({ status: 'sent', tries: 1 });
});

test('keeps mail queued in live mode without a mail server, and logs it once', async () => {
  const lines: string[] = [];
  const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) });
  const app = await createTestApp();
  await queueTestMail(app);
  const config = { ...app.context.config, mode: 'live' } as const;
  const worker = openOutboxWorker({ ...app.context, config, log }, renderMail);
  onTestFinished(() => worker.close());
  worker.wake();
  await worker.waitUntilIdle();
  expect((await rowsOf(app))[0]).toMatchObject({ status: 'waiting', tries: 0 });
  expect(lines.filter((line) => line.includes('"mail_transport_missing"'))).toHaveLength(1);
});

test('keeps mail queued without a renderer, and becomes idle', async () => {
  const { app, smtp } = await openMailApp({ pagesEntry: null });
  await queueTestMail(app);
  await app.waitUntilIdle();
  expect((await rowsOf(app))[0]).toMatchObject({ status: 'waiting', tries: 0 });
  expect(smtp.received).toEqual([]);
});

test('logs no address when sending fails', async () => {
  const lines: string[] = [];
  const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(line) });
  const { app, smtp } = await openMailApp({ log });
  void smtp.fail({ stage: 'RCPT', response: '450 <seller@example.com> is busy' });
  await queueTestMail(app);
  await app.waitUntilIdle();
  app.advance(MINUTE);
  void smtp.fail({ stage: 'RCPT', response: '550 <seller@example.com> is unknown' });
  await app.waitUntilIdle();
  expect(lines.join('')).toMatch(/"mail_rescheduled"[^]*"mail_failed"/);
  expect(lines.join('')).not.toContain('seller@example.com');
});
