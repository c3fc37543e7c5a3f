import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';

import type { DrawnMail } from '#domain/mail.ts';

import { confirmAddress } from '#server/auth/testing-mailbox.ts';
import { outbox } from '#server/db/schema-mail.ts';
import { users } from '#server/db/schema-people.ts';
import { findReceiptMail } from '#server/db/receipt-mail.ts';
import { suppressAddress } from '#server/db/suppressed-addresses.ts';
import type { TestShop } from '#server/testing.ts';
import { buy } from '#server/testing-orders.ts';

import { MINUTE, openMailShop } from './testing-mail-shop.ts';
import type { TestSmtp } from './testing-smtp.ts';

const LONG = 'Töpfern für alle, ganz ohne Eile – '.repeat(40);
const HOSTILE = 'Evil" <evil@x.example>\r\nBcc: everybody@example.com\r\n\r\n<script>';

const pagesEntryOf = (drawn: Partial<DrawnMail>) => ({
  render: async () => new Response('a document'),
  renderMail: ({ kind }: { kind: string }): DrawnMail => ({
    subject: kind,
    html: `<p>${LONG}</p>`,
    text: `${LONG}\n`,
    ...drawn,
  }),
});

/** An app with one sale to `buyer@example.com`, and the receipt that was sent for it. */
async function sold(drawn: Partial<DrawnMail> = {}, prepare?: (smtp: TestSmtp) => void) {
  const { shop, smtp } = await openMailShop({ pagesEntry: pagesEntryOf(drawn) });
  const seller = await shop.seller('vane@example.com');
  await confirmAddress(shop.context, seller.session.user.id);
  await seller.publish({}, 'taller');
  await shop.settled();
  prepare?.(smtp);
  await buy(shop, 'taller');
  const receipt = () => smtp.received.find(({ to }) => to === 'buyer@example.com')?.message ?? '';
  return { shop, smtp, seller, receipt, attemptId: await attemptOf(shop) };
}

async function attemptOf({ context }: TestShop): Promise<string> {
  const [row] = await context.db.select().from(outbox).where(eq(outbox.kind, 'receipt'));
  return row?.attemptId ?? '';
}

/** Headers of a message, with folded lines joined. */
function headOf(message: string): Map<string, string[]> {
  const head = (message.split('\r\n\r\n')[0] ?? '').replaceAll(/\r\n(?=[ \t])/g, '');
  const lines = head.split('\r\n').map((line) => /^([^:]+): (.*)$/.exec(line) ?? []);
  const named = Map.groupBy(lines, ([, name = '']) => name);
  return new Map([...named].map(([name, found]) => [name, found.map(([, , value = '']) => value)]));
}

test('sends a receipt in its seller’s name from our address, with the seller as Reply-To', async () => {
  const { receipt } = await sold({ from: 'Vane & Söhne via Tillwright' });
  const head = headOf(receipt());
  expect(head.get('From')?.[0]).toMatch(
    /^=\?UTF-8\?Q\?Vane_=26_S=C3=B6hne_via_Tillwright\?= <shop@till\.example>$/,
  );
  expect(head.get('Reply-To')).toEqual(['vane@example.com']);
  expect(head.get('Auto-Submitted')).toEqual(['auto-generated']);
});

test('sends mail to sellers from us and without Reply-To', async () => {
  const { smtp } = await sold();
  const notice = smtp.received.find(({ message }) => message.includes('Subject: sale_notice'));
  const head = headOf(notice?.message ?? '');
  expect(head.get('From')).toEqual(['Tillwright <shop@till.example>']);
  expect(head.has('Reply-To')).toBe(false);
});

test('sends plain text first, in UTF-8 and short lines', async () => {
  const { receipt } = await sold();
  const message = receipt();
  expect(message).toMatch(/text\/plain; charset=utf-8[^]*text\/html; charset=utf-8/);
  expect(message.match(/Content-Transfer-Encoding: quoted-printable/g)).toHaveLength(2);
  expect(message).toContain('T=C3=B6pfern');
  for (const line of message.split('\r\n')) expect(line.length).toBeLessThanOrEqual(100);
  expect(message).not.toMatch(/[^\x20-\x7e\r\n\t]/);
});

test('cannot be made to add a header, a recipient or a second sender by a name', async () => {
  const { receipt, smtp } = await sold({ from: HOSTILE, subject: HOSTILE });
  const head = headOf(receipt());
  for (const name of ['From', 'Subject', 'To', 'Reply-To', 'Message-ID'])
    expect([name, head.get(name)?.length]).toEqual([name, 1]);
  expect(head.has('Bcc')).toBe(false);
  expect(head.get('From')?.[0]).toMatch(/ <shop@till\.example>$/);
  expect(smtp.received.map(({ to }) => to)).not.toContain('everybody@example.com');
});

test('uses the seller’s current address as Reply-To, and none after the account is deleted', async () => {
  const { shop, smtp, receipt } = await sold(
    {},
    (server) => void server.fail({ at: 'RCPT', answer: '450 busy' }, { at: 'RCPT', answer: '450 busy' }),
  );
  expect(receipt()).toBe('');
  const { db, realNow } = shop.context;
  await db.update(users).set({ email: 'new@example.com' });
  shop.advance(MINUTE);
  await shop.settled();
  expect(headOf(receipt()).get('Reply-To')).toEqual(['new@example.com']);
  smtp.received.length = 0;
  await db.update(users).set({ deletedAt: realNow() });
  await db.update(outbox).set({ status: 'waiting', attempts: 0, nextAt: new Date(0) });
  await shop.settled();
  expect(headOf(receipt()).has('Reply-To')).toBe(false);
});

test('reports the delivery state of an order’s receipt', async () => {
  const { shop, attemptId } = await sold(
    {},
    (smtp) => void smtp.fail({ at: 'RCPT', answer: '450 busy' }, { at: 'RCPT', answer: '450 busy' }),
  );
  const { db, realNow } = shop.context;
  const read = () => findReceiptMail(db, attemptId);
  expect(await read()).toMatchObject({ state: 'waiting', reason: 'The mail server said: 450 busy' });
  shop.advance(MINUTE);
  await shop.settled();
  expect(await read()).toMatchObject({ state: 'sent', reason: null });
  shop.advance(MINUTE);
  await suppressAddress(db, { address: 'Buyer@example.com', reason: 'bounce', now: realNow() });
  expect(await read()).toMatchObject({ state: 'bounced', reason: expect.stringContaining('came back') });
});

test('fails a receipt to a missing mailbox immediately, with the reason', async () => {
  const { shop, attemptId } = await sold(
    {},
    (smtp) =>
      void smtp.fail(
        { at: 'RCPT', answer: '550 5.1.1 unknown' },
        { at: 'RCPT', answer: '550 5.1.1 unknown' },
      ),
  );
  expect(await findReceiptMail(shop.context.db, attemptId)).toMatchObject({
    state: 'failed',
    reason: 'The mail server said: 550 5.1.1 unknown',
  });
});

test('reports a sending time that is not before the order when the business clock is ahead', async () => {
  const { shop, attemptId } = await sold();
  const ahead = new Date('2031-01-01T00:00:00Z');
  await shop.context.db.update(outbox).set({ createdAt: ahead }).where(eq(outbox.attemptId, attemptId));
  expect(await findReceiptMail(shop.context.db, attemptId)).toMatchObject({
    state: 'sent',
    at: ahead.toISOString(),
  });
});
