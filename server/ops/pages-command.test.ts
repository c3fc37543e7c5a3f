import { expect, test } from 'vitest';

import { auditEntries } from '#server/db/schema-protection.ts';
import { listMail } from '#server/email/queries/outbox.ts';
import { outcomeOf, requestCheckout } from '#server/testing/card-fraud.ts';
import { createTestApp } from '#server/testing/test-app.ts';

import { runPagesCommand } from './pages-command.ts';

test('pauses and resumes the payments of a page for the operator, without an email', async () => {
  const app = await createTestApp();
  const seller = await app.signUpSeller();
  const { pageId } = await seller.publishPage({}, 'taller');
  const runPages = (...args: string[]) => runPagesCommand(app.context, args);
  expect(await runPages('pause', 'nowhere')).toMatchObject({ good: false });
  expect(await runPages('pause', 'taller', '--hours', 'x')).toMatchObject({ good: false });
  expect((await runPages('pause', 'taller', '--hours', '2')).text).toMatch(/^taller: payments are paused until /);
  expect((await requestCheckout(app, 'taller')).body.error?.code).toBe('page_paused');
  const suspension = { kind: 'paused', by: 'operator' };
  expect((await seller.rpc('list-pages', {})).body.pages).toMatchObject([{ hold: suspension }]);
  expect((await seller.rpc('get-page', { pageId })).body).toMatchObject({ hold: suspension });
  expect(await runPages('resume', 'taller')).toEqual({ text: 'taller: payments are resumed.', good: true });
  expect((await runPages('resume', 'taller')).text).toBe('taller: payments aren’t paused.');
  expect(outcomeOf(await requestCheckout(app, 'taller'))).toBe('url');
  const actions = (await app.context.db.select().from(auditEntries).orderBy(auditEntries.at)).map(
    ({ action, actor }) => [action, actor],
  );
  expect(actions.filter(([action]) => action === 'page_paused' || action === 'page_resumed')).toEqual([
    ['page_paused', 'operator'],
    ['page_resumed', 'operator'],
  ]);
  const mails = await listMail(app.context.db, 100);
  expect(mails.filter(({ kind }) => kind === 'page_paused')).toEqual([]);
});

test('accepts a suspension reason of the maximum length in multibyte characters', async () => {
  const app = await createTestApp();
  const seller = await app.signUpSeller();
  await seller.publishPage({}, 'taller');
  const suspend = (reason: string) => runPagesCommand(app.context, ['suspend', 'taller', '--reason', reason]);
  expect(await suspend('ä'.repeat(501))).toMatchObject({
    good: false,
    text: expect.stringContaining('500 characters') as string,
  });
  expect(await suspend('ä'.repeat(500))).toMatchObject({ good: true });
});
