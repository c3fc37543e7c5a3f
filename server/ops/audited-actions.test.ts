import { expect, test } from 'vitest';

import { AUDIT_ACTIONS } from '#domain/audit.ts';
import { insertAuditEntry, listAuditEntries, deleteExpiredAudit } from '#server/audit/record-audit.ts';
import { auditEntries } from '#server/db/schema-protection.ts';
import { sellerIdOf } from '#server/testing/seller-plans.ts';
import { createTestApp, type TestApp } from '#server/testing/test-app.ts';

import { TESTED_ELSEWHERE, AUDITED_ACTIONS } from '../testing/audited-actions.ts';
import { runAuditCommand } from './audit-command.ts';

const entriesOf = ({ context }: TestApp) =>
  listAuditEntries(context.db, { sellerId: null, action: null, since: null, limit: 1000 });

test('records every audited action with its actor and subject, and without email addresses', async () => {
  const app = await createTestApp();
  const seller = await app.signUpSeller();
  const { pageId } = await seller.publishPage({}, 'first-address');
  expect(new Set([...Object.keys(AUDITED_ACTIONS), ...TESTED_ELSEWHERE])).toEqual(new Set(AUDIT_ACTIONS));
  const failures: string[] = [];
  for (const [action, { actor, run }] of Object.entries(AUDITED_ACTIONS)) {
    const subject = await run({ app, seller, pageId });
    const recorded = (await entriesOf(app)).filter((entry) => entry.action === action);
    if (!recorded.some((entry) => entry.actor === actor && (!subject || entry.subject === subject)))
      failures.push(`${action} by ${actor} of ${subject ?? 'anything'}: ${JSON.stringify(recorded)}`);
  }
  expect(failures).toEqual([]);
  const entries = await entriesOf(app);
  const failed = entries.filter(({ action: act }) => act === 'sign_in_failed');
  expect(failed).toHaveLength(1);
  expect(JSON.stringify(entries)).not.toMatch(/@|key=abc|My phone|horse/);
}, 60_000);

test('refuses to change or delete an entry before it expires, and deletes IP addresses first', async () => {
  const app = await createTestApp();
  const { db, realNow } = app.context;
  const daysAgo = (days: number) => new Date(realNow().getTime() - days * 86_400_000);
  const entry = {
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
      ...entry,
      id: crypto.randomUUID(),
      action: 'signed_in',
      subject,
      at: daysAgo(days),
    });
  const changes = [
    () => db.update(auditEntries).set({ subject: 'nothing' }),
    () => db.update(auditEntries).set({ address: '198.51.100.1' }),
    () => db.delete(auditEntries),
  ];
  for (const change of changes) await expect(change()).rejects.toThrow();
  await deleteExpiredAudit(app.context);
  const remaining = (await entriesOf(app)).filter(({ action: act }) => act === 'signed_in');
  expect(remaining.map(({ subject, address }) => [subject, address])).toEqual([
    ['young', '203.0.113.7'],
    ['old', null],
  ]);
});

test('lists entries by seller, action and day, as lines and as CSV', async () => {
  const app = await createTestApp();
  const seller = await app.signUpSeller();
  await seller.publishPage({}, 'taller');
  await (await app.signUpSeller()).publishPage({}, 'theirs');
  const sellerId = await sellerIdOf(app, seller);
  const runCommand = async (...args: string[]) => runAuditCommand(app.context, args);
  expect((await runCommand('--act', 'page_published')).text).toMatch(/theirs[^]*taller[^]*2 entries\.$/);
  const ownEntries = (await runCommand('--seller', sellerId)).text;
  expect(ownEntries).toMatch(/page_published/);
  expect(ownEntries).toMatch(/signed_in .*kind=signed_up/);
  expect(ownEntries).not.toContain('theirs');
  expect((await runCommand('--since', '2999-01-01')).text).toBe('0 entries.');
  const csv = (await runCommand('--act', 'page_published', '--csv')).text.split('\n');
  expect(csv).toHaveLength(3);
  expect(csv[1]).toMatch(/^[\dT:.Z-]+,page_published,seller,[\da-f-]{36},[\da-f-]{36},[\da-f-]{36},"\{""slug/);
  for (const args of [['--seller', 'x'], ['--act', 'y'], ['--since', 'z'], ['--colour']])
    expect((await runCommand(...args)).good).toBe(false);
});
