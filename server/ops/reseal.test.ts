import { eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';

import { SEALED_CELLS, createSecrets } from '#server/core/secrets.ts';
import { outbox } from '#server/db/schema-outbox.ts';
import { webhookEndpoints } from '#server/db/schema-webhooks.ts';
import { SEALED_COLUMNS } from '#server/ops/queries/sealed-columns.ts';
import { createTestApp, type TestSeller } from '#server/testing/test-app.ts';
import { sealUnbound } from '#server/testing/unbound-sealing.ts';

import { runReseal } from './reseal.ts';

const PREVIOUS_SECRET = 'the secret until now, long enough for it';
const NEW_SECRET = 'the secret from now on, and long enough too';
const WEBHOOKS = { platform: 'p', connect: 'c' };

const createAppAfterRotation = () =>
  createTestApp({
    secrets: createSecrets(NEW_SECRET, WEBHOOKS, PREVIOUS_SECRET),
    env: { AUTH_SECRET: NEW_SECRET, AUTH_SECRET_ALSO: PREVIOUS_SECRET },
  });

test('lists every column with encrypted texts', async () => {
  const { db } = (await createTestApp()).context;
  const { rows } = (await db.execute(
    sql`select table_name || '.' || column_name as name from information_schema.columns
      where table_schema = 'public' and column_name like 'sealed%' order by name`,
  )) as { rows: { name: string }[] };
  const listedColumns = SEALED_COLUMNS.map(({ table, text }) => `${table}.${text.replace('t.', '')}`);
  expect(rows.length).toBeGreaterThan(5);
  expect(listedColumns).toEqual(expect.arrayContaining(rows.map(({ name }) => name)));
  const cells = SEALED_COLUMNS.map(({ cell }) => cell('1'));
  expect(new Set(cells).size).toBe(SEALED_COLUMNS.length);
  // The name stays when a table is renamed, because stored texts are bound to it.
  const boundNames: Record<string, string> = { idempotency_records: 'api_replays' };
  for (const { table, cell } of SEALED_COLUMNS)
    expect(cell('1')).toMatch(new RegExp(`^${boundNames[table] ?? table}\\..+:1$`));
});

test('reseals more texts than one batch, emails and SMS alike, and writes an audit entry', async () => {
  const { context } = await createAppAfterRotation();
  const { seal } = createSecrets(PREVIOUS_SECRET, WEBHOOKS);
  const row = (n: number, id: string) => ({
    id,
    dedupKey: `key ${n}`,
    kind: n % 2 ? 'sms_code' : 'sign_in_link',
    channel: n % 2 ? ('sms' as const) : ('mail' as const),
    recipient: 'seller@example.com',
    props:
      n % 2
        ? { sealedCode: seal(`${n}`, SEALED_CELLS.smsCode(id)), goodUntil: '' }
        : { sealed: seal(`${n}`, SEALED_CELLS.mail(id)) },
    status: 'sent' as const,
    nextAt: new Date(0),
    createdAt: new Date(0),
  });
  await context.db.insert(outbox).values(Array.from({ length: 2200 }, (_, n) => row(n, crypto.randomUUID())));
  const { text } = await runReseal(context, []);
  expect(text).toMatch(/^Encrypted again: \d+ \(.*emails 1100, text messages 1100\)/);
  const currentSecrets = createSecrets(NEW_SECRET, WEBHOOKS);
  for (const { id, dedupKey, props } of await context.db.select().from(outbox)) {
    const text =
      'sealed' in props
        ? currentSecrets.unseal(String(props.sealed), SEALED_CELLS.mail(id))
        : currentSecrets.unseal(String(props.sealedCode), SEALED_CELLS.smsCode(id));
    expect(`key ${text}`).toBe(dedupKey);
    expect(Object.keys(props)).toEqual('sealed' in props ? ['sealed'] : ['goodUntil', 'sealedCode']);
  }
  const { rows } = (await context.db.execute(
    sql`select actor, facts from audit_entries where action = 'secrets_resealed'`,
  )) as { rows: unknown[] };
  expect(rows).toEqual([{ actor: 'operator', facts: { resealed: 2200, unreadable: 0 } }]);
});

async function createWebhookEndpoint(seller: TestSeller) {
  await seller.publishPage({}, `page-${crypto.randomUUID().slice(0, 8)}`);
  const { body } = await seller.rpc('create-webhook-endpoint', { url: 'https://hooks.example.com/till' });
  const endpointId = body.endpoint.id;
  const show = async () => (await seller.rpc('show-webhook-secret', { endpointId })).body.secret;
  return { endpointId, secret: body.secret, show };
}

test('refuses a secret that was copied into another row', async () => {
  const app = await createTestApp();
  const { db } = app.context;
  const otherEndpoint = await createWebhookEndpoint(await app.signUpSeller());
  const ownEndpoint = await createWebhookEndpoint(await app.signUpSeller());
  const isOtherEndpoint = eq(webhookEndpoints.id, otherEndpoint.endpointId);
  const [row] = await db.select().from(webhookEndpoints).where(isOtherEndpoint);
  const { sealedSecret = '' } = row ?? {};
  await db.update(webhookEndpoints).set({ sealedSecret }).where(eq(webhookEndpoints.id, ownEndpoint.endpointId));
  expect(await ownEndpoint.show()).toBeUndefined();
  expect(await otherEndpoint.show()).toBe(otherEndpoint.secret);
});

test('binds texts of an earlier version to their rows, without AUTH_SECRET_ALSO', async () => {
  const app = await createTestApp({
    secrets: createSecrets(NEW_SECRET, WEBHOOKS),
    env: { AUTH_SECRET: NEW_SECRET },
  });
  const { context } = app;
  const endpoint = await createWebhookEndpoint(await app.signUpSeller());
  const unboundValues = { sealedSecret: sealUnbound(NEW_SECRET, endpoint.secret) };
  await context.db.update(webhookEndpoints).set(unboundValues);
  expect(await endpoint.show()).toBe(endpoint.secret);
  expect(await runReseal(context, [])).toMatchObject({
    good: true,
    text: expect.stringMatching(
      /^Encrypted again: 1 \(webhook signing secrets 1\)\.\nRun npm run reseal again/,
    ) as string,
  });
  const [row] = await context.db.select().from(webhookEndpoints);
  expect(row?.sealedSecret).toMatch(/^v2\./);
  expect(await endpoint.show()).toBe(endpoint.secret);
  expect(await runReseal(context, [])).toMatchObject({
    good: true,
    text: expect.stringMatching(/^Encrypted again: 0\.\nEverything readable/) as string,
  });
});
