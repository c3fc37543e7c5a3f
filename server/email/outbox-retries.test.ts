import { expect, test } from 'vitest';

import { toMail, recordFailedSend } from '#server/email/queries/outbox.ts';

import {
  messageIdsOf,
  MINUTE,
  openMailApp,
  pagesEntry,
  queueTestMail,
  renderMail,
  rowsOf,
} from '../testing/mail-app.ts';
import type { Fault } from '../testing/smtp-server.ts';
import { leaseOutbox } from './jobs.ts';
import { createMailTransport } from './mail-transport.ts';
import type { RenderEmail } from './send-mail.ts';

const HOUR = 60 * MINUTE;

const TEMPORARY_FAULTS: Fault[] = [
  { stage: 'greeting', response: '421 too busy' },
  { stage: 'MAIL', response: '451 try later' },
  { stage: 'RCPT', response: '450 mailbox busy' },
  { stage: 'message', response: '452 no room' },
  { stage: 'RCPT', response: 'drop' },
  { stage: 'message', response: 'drop' },
  // The server rejected our configuration, not this mail.
  { stage: 'greeting', response: '554 not you' },
  { stage: 'MAIL', response: '550 sender unknown' },
];

test.for(TEMPORARY_FAULTS)('retries a mail after a minute: %o', async (fault) => {
  const { smtp, app } = await openMailApp({ freezeClock: true });
  void smtp.fail(fault);
  await queueTestMail(app);
  await app.waitUntilIdle();
  expect((await rowsOf(app))[0]).toMatchObject({ status: 'waiting', tries: 1, sentAt: null });
  app.advance(MINUTE - 5000);
  await app.waitUntilIdle();
  expect((await rowsOf(app))[0]?.tries).toBe(1);
  app.advance(5000);
  await app.waitUntilIdle();
  expect((await rowsOf(app))[0]).toMatchObject({ status: 'sent', tries: 2 });
  const ids = messageIdsOf(smtp.received);
  expect(ids.length).toBe(fault.stage === 'message' ? 2 : 1);
  expect(new Set(ids).size).toBe(1);
});

test.for<Fault>([
  { stage: 'RCPT', response: '550 no such mailbox' },
  { stage: 'DATA', response: '554 refused' },
  { stage: 'message', response: '552 refused' },
])('fails a permanently rejected mail immediately: %o', async (fault) => {
  const { app, smtp } = await openMailApp();
  void smtp.fail(fault);
  await queueTestMail(app);
  await app.waitUntilIdle();
  expect((await rowsOf(app))[0]).toMatchObject({ status: 'failed', tries: 1 });
  app.advance(48 * HOUR);
  await app.waitUntilIdle();
  expect((await rowsOf(app))[0]).toMatchObject({ status: 'failed', tries: 1 });
});

test('retries with growing delays of up to a day, and fails after the last try', async () => {
  const { app, smtp } = await openMailApp();
  void smtp.fail(...Array.from({ length: 20 }, (): Fault => ({ stage: 'RCPT', response: '450 busy' })));
  await queueTestMail(app);
  await app.waitUntilIdle();
  const gaps: number[] = [];
  for (;;) {
    const [row] = await rowsOf(app);
    if (row?.status !== 'waiting') break;
    const gap = row.nextAt.getTime() - app.context.realNow().getTime();
    gaps.push(Math.round(gap / MINUTE));
    app.advance(gap + 1);
    await app.waitUntilIdle();
  }
  expect(gaps).toEqual([1, 5, 15, 60, 180, 360, 720, 1440]);
  expect((await rowsOf(app))[0]).toMatchObject({ status: 'failed', tries: 9 });
});

test('sends other mail when one mail cannot be sent', async () => {
  const { app, smtp } = await openMailApp();
  const [valid, invalid] = [20, 5];
  for (let i = 0; i < invalid; i++) await queueTestMail(app, `not an address ${i}`);
  for (let i = 0; i < valid; i++) await queueTestMail(app, `seller-${i}@example.com`);
  await app.waitUntilIdle();
  expect(new Set(smtp.received.map(({ to }) => to)).size).toBe(valid);
  expect((await rowsOf(app)).filter(({ status }) => status === 'failed')).toHaveLength(invalid);
});

test('keeps a mail queued that cannot be rendered', async () => {
  const failingRender: RenderEmail = () => Promise.reject(new RangeError('Unknown kind of mail'));
  let render = failingRender;
  const failingEntry = { ...pagesEntry, renderMail: (...args: Parameters<RenderEmail>) => render(...args) };
  const { app, smtp } = await openMailApp({ pagesEntry: failingEntry });
  await queueTestMail(app);
  await app.waitUntilIdle();
  expect((await rowsOf(app))[0]).toMatchObject({ status: 'waiting', tries: 1 });
  render = renderMail;
  app.advance(MINUTE);
  await app.waitUntilIdle();
  expect(smtp.received).toHaveLength(1);
});

test('sends a second copy with the same Message-ID after a process died during sending', async () => {
  const { app, smtp } = await openMailApp();
  const { config, secrets } = app.context;
  await queueTestMail(app);
  const [row] = await leaseOutbox(app.context).claim(4);
  if (!row) throw new Error('Nothing was claimed');
  const rendered = await renderMail(toMail(row, secrets.unseal), config.appUrl);
  await createMailTransport(config)?.({ id: row.id, to: row.recipient, replyTo: null, rendered });
  for (let i = 0; i < 3; i++) {
    app.advance(2 * MINUTE);
    await app.waitUntilIdle();
  }
  expect(smtp.received).toHaveLength(2);
  expect(new Set(messageIdsOf(smtp.received)).size).toBe(1);
});

test('ignores the result of a try that outlived its lease', async () => {
  const { app, smtp } = await openMailApp();
  await queueTestMail(app);
  const [expired] = await leaseOutbox(app.context).claim(4);
  if (!expired) throw new Error('Nothing was claimed');
  app.advance(2 * MINUTE);
  void smtp.fail({ stage: 'RCPT', response: '450 busy' });
  await app.waitUntilIdle();
  const before = await rowsOf(app);
  expect(before[0]).toMatchObject({ status: 'waiting', tries: 2 });
  await recordFailedSend(app.context.db, expired, { status: 'failed', lastError: 'Too late' });
  expect(await rowsOf(app)).toEqual(before);
});
