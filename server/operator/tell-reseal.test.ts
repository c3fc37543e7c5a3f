import { eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';

import { SEALED_PLACES } from '#server/db/sealed-texts.ts';
import { outbox } from '#server/db/schema-mail.ts';
import { webhookEndpoints } from '#server/db/schema-webhooks.ts';
import { SEALED_CELLS } from '#server/sealed-cell.ts';
import { secretsFrom } from '#server/secrets.ts';
import { sealUnbound } from '#server/testing-sealed.ts';
import { openShop, type TestSeller } from '#server/testing.ts';

import { tellReseal } from './tell-reseal.ts';

const FORMER = 'the secret until now, long enough for it';
const NEW = 'the secret from now on, and long enough too';
const WEBHOOKS = { platform: 'p', connect: 'c' };

const openChanged = () =>
  openShop({
    secrets: secretsFrom(NEW, WEBHOOKS, FORMER),
    env: { AUTH_SECRET: NEW, AUTH_SECRET_ALSO: FORMER },
  });

test('lists every column with encrypted texts', async () => {
  const { db } = (await openShop()).context;
  const { rows } = (await db.execute(
    sql`select table_name || '.' || column_name as name from information_schema.columns
      where table_schema = 'public' and column_name like 'sealed%' order by name`,
  )) as { rows: { name: string }[] };
  const named = SEALED_PLACES.map(({ table, text }) => `${table}.${text.replace('t.', '')}`);
  expect(rows.length).toBeGreaterThan(5);
  expect(named).toEqual(expect.arrayContaining(rows.map(({ name }) => name)));
  const cells = SEALED_PLACES.map(({ cell }) => cell('1'));
  expect(new Set(cells).size).toBe(SEALED_PLACES.length);
  for (const { table, cell } of SEALED_PLACES) expect(cell('1')).toMatch(new RegExp(`^${table}\\..+:1$`));
});

test('reseals more texts than one batch, emails and SMS alike, and writes an audit entry', async () => {
  const { context } = await openChanged();
  const { seal } = secretsFrom(FORMER, WEBHOOKS);
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
  const { text } = await tellReseal(context, []);
  expect(text).toMatch(/^Sealed anew: \d+ \(.*mails 1100, messages 1100\)/);
  const alone = secretsFrom(NEW, WEBHOOKS);
  for (const { id, dedupKey, props } of await context.db.select().from(outbox)) {
    const text =
      'sealed' in props
        ? alone.unseal(String(props.sealed), SEALED_CELLS.mail(id))
        : alone.unseal(String(props.sealedCode), SEALED_CELLS.smsCode(id));
    expect(`key ${text}`).toBe(dedupKey);
    expect(Object.keys(props)).toEqual('sealed' in props ? ['sealed'] : ['goodUntil', 'sealedCode']);
  }
  const { rows } = (await context.db.execute(
    sql`select actor, facts from audit_entries where act = 'secrets_resealed'`,
  )) as { rows: unknown[] };
  expect(rows).toEqual([{ actor: 'operator', facts: { resealed: 2200, unreadable: 0 } }]);
});

async function createEndpoint(seller: TestSeller) {
  await seller.publish({}, `page-${crypto.randomUUID().slice(0, 8)}`);
  const { body } = await seller.call('create-webhook-endpoint', { url: 'https://hooks.example.com/till' });
  const endpointId = body.endpoint.id;
  const show = async () => (await seller.call('show-webhook-secret', { endpointId })).body.secret;
  return { endpointId, secret: body.secret, show };
}

test('refuses a secret that was copied into another row', async () => {
  const shop = await openShop();
  const { db } = shop.context;
  const theirs = await createEndpoint(await shop.seller());
  const mine = await createEndpoint(await shop.seller());
  const isTheirs = eq(webhookEndpoints.id, theirs.endpointId);
  const [row] = await db.select().from(webhookEndpoints).where(isTheirs);
  const { sealedSecret = '' } = row ?? {};
  await db.update(webhookEndpoints).set({ sealedSecret }).where(eq(webhookEndpoints.id, mine.endpointId));
  expect(await mine.show()).toBeUndefined();
  expect(await theirs.show()).toBe(theirs.secret);
});

test('binds texts of an earlier version to their rows, without AUTH_SECRET_ALSO', async () => {
  const shop = await openShop({ secrets: secretsFrom(NEW, WEBHOOKS), env: { AUTH_SECRET: NEW } });
  const { context } = shop;
  const endpoint = await createEndpoint(await shop.seller());
  const earlier = { sealedSecret: sealUnbound(NEW, endpoint.secret) };
  await context.db.update(webhookEndpoints).set(earlier);
  expect(await endpoint.show()).toBe(endpoint.secret);
  expect(await tellReseal(context, [])).toMatchObject({
    good: true,
    text: expect.stringMatching(/^Sealed anew: 1 \(secrets of webhooks 1\)\.\nRun this again/) as string,
  });
  const [row] = await context.db.select().from(webhookEndpoints);
  expect(row?.sealedSecret).toMatch(/^v2\./);
  expect(await endpoint.show()).toBe(endpoint.secret);
  expect(await tellReseal(context, [])).toMatchObject({
    good: true,
    text: expect.stringMatching(/^Sealed anew: 0\.\nEverything readable/) as string,
  });
});
