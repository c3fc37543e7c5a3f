import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';

import type { RenderedEmail } from '#domain/email.ts';
import { outbox } from '#server/db/schema-outbox.ts';
import { users } from '#server/db/schema-users.ts';
import { suppressAddress } from '#server/email/queries/suppressed-addresses.ts';
import { findReceiptMail } from '#server/ledger/queries/order-details.ts';
import { buyPage } from '#server/testing/sold-orders.ts';
import { confirmAddress } from '#server/testing/take-mail.ts';
import type { TestApp } from '#server/testing/test-app.ts';

import { MINUTE, openMailApp } from '../testing/mail-app.ts';
import type { TestSmtp } from '../testing/smtp-server.ts';
import { senderOf } from './mail-transport.ts';

const LONG = 'Töpfern für alle, ganz ohne Eile – '.repeat(40);
const HOSTILE_NAME = 'Evil" <evil@x.example>\r\nBcc: everybody@example.com\r\n\r\n<script>';

const pagesEntryOf = (overrides: Partial<RenderedEmail>) => ({
  render: async () => new Response('a document'),
  renderMail: ({ kind }: { kind: string }): RenderedEmail => ({
    subject: kind,
    html: `<p>${LONG}</p>`,
    text: `${LONG}\n`,
    ...overrides,
  }),
});

/** An app with one sale to `buyer@example.com`, and the receipt that was sent for it. */
async function openWithSale(overrides: Partial<RenderedEmail> = {}, prepare?: (smtp: TestSmtp) => void) {
  const { app, smtp } = await openMailApp({ pagesEntry: pagesEntryOf(overrides) });
  const seller = await app.signUpSeller('vane@example.com');
  await confirmAddress(app.context, seller.session.user.id);
  await seller.publishPage({}, 'taller');
  await app.waitUntilIdle();
  prepare?.(smtp);
  await buyPage(app, 'taller');
  const receipt = () => smtp.received.find(({ to }) => to === 'buyer@example.com')?.message ?? '';
  return { app, smtp, seller, receipt, attemptId: await attemptOf(app) };
}

async function attemptOf({ context }: TestApp): Promise<string> {
  const [row] = await context.db.select().from(outbox).where(eq(outbox.kind, 'receipt'));
  return row?.attemptId ?? '';
}

/** Headers of a message, with folded lines joined. */
function headersOf(message: string): Map<string, string[]> {
  const headerText = (message.split('\r\n\r\n')[0] ?? '').replaceAll(/\r\n(?=[ \t])/g, '');
  const lines = headerText.split('\r\n').map((line) => /^([^:]+): (.*)$/.exec(line) ?? []);
  const byName = Map.groupBy(lines, ([, name = '']) => name);
  return new Map([...byName].map(([name, fields]) => [name, fields.map(([, , value = '']) => value)]));
}

test('sends a receipt in its seller’s name from our address, with the seller as Reply-To', async () => {
  const { receipt } = await openWithSale({ from: 'Vane & Söhne via Tillwright' });
  const headers = headersOf(receipt());
  expect(headers.get('From')?.[0]).toMatch(/^=\?UTF-8\?Q\?Vane_=26_S=C3=B6hne_via_Tillwright\?= <shop@till\.example>$/);
  expect(headers.get('Reply-To')).toEqual(['vane@example.com']);
  expect(headers.get('Auto-Submitted')).toEqual(['auto-generated']);
  expect(headers.has('List-Unsubscribe')).toBe(false);
});

test('names the setting that turns an email off', async () => {
  const { receipt } = await openWithSale({ unsubscribeUrl: 'https://till.example/account#notices' });
  expect(headersOf(receipt()).get('List-Unsubscribe')).toEqual(['<https://till.example/account#notices>']);
  expect(headersOf(receipt()).has('List-Unsubscribe-Post')).toBe(false);
});

test('lets mail providers turn off an email with one request', async () => {
  const url = 'https://till.example/g/emails/token';
  const { receipt } = await openWithSale({ unsubscribeUrl: url, unsubscribesByPost: true });
  const headers = headersOf(receipt());
  expect(headers.get('List-Unsubscribe')).toEqual([`<${url}>`]);
  expect(headers.get('List-Unsubscribe-Post')).toEqual(['List-Unsubscribe=One-Click']);
});

test('sends in the name of the site if the sender has no name', () => {
  expect(senderOf('shop@till.example')).toEqual({ name: 'Tillwright', address: 'shop@till.example' });
  expect(senderOf('Our Shop <shop@till.example>')).toEqual({ name: 'Our Shop', address: 'shop@till.example' });
});

test('sends mail to sellers from us and without Reply-To', async () => {
  const { smtp } = await openWithSale();
  const notice = smtp.received.find(({ message }) => message.includes('Subject: sale_notice'));
  const headers = headersOf(notice?.message ?? '');
  expect(headers.get('From')).toEqual(['Tillwright <shop@till.example>']);
  expect(headers.has('Reply-To')).toBe(false);
});

test('sends plain text first, in UTF-8 and short lines', async () => {
  const { receipt } = await openWithSale();
  const message = receipt();
  expect(message).toMatch(/text\/plain; charset=utf-8[^]*text\/html; charset=utf-8/);
  expect(message.match(/Content-Transfer-Encoding: quoted-printable/g)).toHaveLength(2);
  expect(message).toContain('T=C3=B6pfern');
  for (const line of message.split('\r\n')) expect(line.length).toBeLessThanOrEqual(100);
  expect(message).not.toMatch(/[^\x20-\x7e\r\n\t]/);
});

test('cannot be made to add a header, a recipient or a second sender by a name', async () => {
  const { receipt, smtp } = await openWithSale({ from: HOSTILE_NAME, subject: HOSTILE_NAME });
  const headers = headersOf(receipt());
  for (const name of ['From', 'Subject', 'To', 'Reply-To', 'Message-ID'])
    expect([name, headers.get(name)?.length]).toEqual([name, 1]);
  expect(headers.has('Bcc')).toBe(false);
  expect(headers.get('From')?.[0]).toMatch(/ <shop@till\.example>$/);
  expect(smtp.received.map(({ to }) => to)).not.toContain('everybody@example.com');
});

test('uses the seller’s current address as Reply-To, and none after the account is deleted', async () => {
  const { app, smtp, receipt } = await openWithSale(
    {},
    (server) => void server.fail({ stage: 'RCPT', response: '450 busy' }, { stage: 'RCPT', response: '450 busy' }),
  );
  expect(receipt()).toBe('');
  const { db, realNow } = app.context;
  await db.update(users).set({ email: 'new@example.com' });
  app.advance(MINUTE);
  await app.waitUntilIdle();
  expect(headersOf(receipt()).get('Reply-To')).toEqual(['new@example.com']);
  smtp.received.length = 0;
  await db.update(users).set({ deletedAt: realNow() });
  await db.update(outbox).set({ status: 'waiting', tries: 0, nextAt: new Date(0) });
  await app.waitUntilIdle();
  expect(headersOf(receipt()).has('Reply-To')).toBe(false);
});

test('reports the delivery state of an order’s receipt', async () => {
  const { app, attemptId } = await openWithSale(
    {},
    (smtp) => void smtp.fail({ stage: 'RCPT', response: '450 busy' }, { stage: 'RCPT', response: '450 busy' }),
  );
  const { db, realNow } = app.context;
  const findReceipt = () => findReceiptMail(db, attemptId);
  expect(await findReceipt()).toMatchObject({ state: 'waiting', reason: 'The mail server responded: 450 busy' });
  app.advance(MINUTE);
  await app.waitUntilIdle();
  expect(await findReceipt()).toMatchObject({ state: 'sent', reason: null });
  app.advance(MINUTE);
  await suppressAddress(db, { address: 'Buyer@example.com', reason: 'bounce', now: realNow() });
  expect(await findReceipt()).toMatchObject({
    state: 'bounced',
    reason: expect.stringContaining('bounce'),
  });
});

test('fails a receipt to a missing mailbox immediately, with the reason', async () => {
  const { app, attemptId } = await openWithSale(
    {},
    (smtp) =>
      void smtp.fail(
        { stage: 'RCPT', response: '550 5.1.1 unknown' },
        { stage: 'RCPT', response: '550 5.1.1 unknown' },
      ),
  );
  expect(await findReceiptMail(app.context.db, attemptId)).toMatchObject({
    state: 'failed',
    reason: 'The mail server responded: 550 5.1.1 unknown',
  });
});

test('reports a sending time that is not before the order when the business clock is ahead', async () => {
  const { app, attemptId } = await openWithSale();
  const ahead = new Date('2031-01-01T00:00:00Z');
  await app.context.db.update(outbox).set({ createdAt: ahead }).where(eq(outbox.attemptId, attemptId));
  expect(await findReceiptMail(app.context.db, attemptId)).toMatchObject({
    state: 'sent',
    at: ahead.toISOString(),
  });
});
