import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';

import { SEALED_PLACES } from '#server/db/sealed-texts.ts';
import { outbox } from '#server/db/schema-mail.ts';
import { secretsFrom } from '#server/secrets.ts';
import { openShop } from '#server/testing.ts';

import { tellReseal } from './tell-reseal.ts';

const FORMER = 'the secret until now, long enough for it';
const NEW = 'the secret from now on, and long enough too';
const WEBHOOKS = { platform: 'p', connect: 'c' };

const openChanged = () =>
  openShop({
    secrets: secretsFrom(NEW, WEBHOOKS, FORMER),
    env: { AUTH_SECRET: NEW, AUTH_SECRET_ALSO: FORMER },
  });

test('every column that holds sealed texts is among the places', async () => {
  const { db } = (await openShop()).context;
  const { rows } = (await db.execute(
    sql`select table_name || '.' || column_name as name from information_schema.columns
      where table_schema = 'public' and column_name like 'sealed%' order by name`,
  )) as { rows: { name: string }[] };
  const named = SEALED_PLACES.map(({ table, text }) => `${table}.${text.replace('t.', '')}`);
  expect(rows.length).toBeGreaterThan(5);
  expect(named).toEqual(expect.arrayContaining(rows.map(({ name }) => name)));
});

test('more texts than are read at a time are all sealed anew, mails and messages alike, and it is written down', async () => {
  const { context } = await openChanged();
  const { seal } = secretsFrom(FORMER, WEBHOOKS);
  const row = (n: number) => ({
    id: crypto.randomUUID(),
    dedupKey: `key ${n}`,
    kind: n % 2 ? 'sms_code' : 'sign_in_link',
    channel: n % 2 ? ('sms' as const) : ('mail' as const),
    recipient: 'seller@example.com',
    props: n % 2 ? { sealedCode: seal(`${n}`), goodUntil: '' } : { sealed: seal(`${n}`) },
    status: 'sent' as const,
    nextAt: new Date(0),
    createdAt: new Date(0),
  });
  await context.db.insert(outbox).values(Array.from({ length: 2200 }, (_, n) => row(n)));
  const { text } = await tellReseal(context, []);
  expect(text).toMatch(/^Sealed anew: \d+ \(.*mails 1100, messages 1100\)/);
  const alone = secretsFrom(NEW, WEBHOOKS);
  for (const { dedupKey, props } of await context.db.select().from(outbox)) {
    expect(`key ${alone.unseal(String(props.sealed ?? props.sealedCode))}`).toBe(dedupKey);
    expect(Object.keys(props)).toEqual('sealed' in props ? ['sealed'] : ['goodUntil', 'sealedCode']);
  }
  const { rows } = (await context.db.execute(
    sql`select actor, facts from audit_entries where act = 'secrets_resealed'`,
  )) as { rows: unknown[] };
  expect(rows).toEqual([{ actor: 'operator', facts: { resealed: 2200, unreadable: 0 } }]);
});
