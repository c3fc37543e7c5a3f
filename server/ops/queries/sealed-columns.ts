import { sql, type SQL } from 'drizzle-orm';

import { SEALED_CELLS, type SealedCell } from '#server/core/secrets.ts';
import type { Db } from '#server/db/client.ts';
import { toHashedKeyText } from '#server/delivery/license-keys.ts';

/**
 * A column with encrypted texts. `text` and `set` are SQL: reading one from row `t`, and replacing it by `r.fresh`, and its
 * keyed hash by `r.hash`.
 */
export type SealedColumn = {
  label: string;
  table: string;
  cell: (key: string) => SealedCell;
  key: string;
  type: 'uuid' | 'text';
  text: string;
  set: string;
  /** What the keyed hash is of, if not of the text itself. `scope`: SQL of a column that it depends on. */
  hashed?: { scope: string; toText: (scope: string, text: string) => string };
};

const column = (label: string, table: string, name: string, cell: SealedColumn['cell']): SealedColumn => ({
  label,
  table,
  cell,
  key: 'id',
  type: 'uuid',
  text: `t.${name}`,
  set: `${name} = r.fresh`,
});

const mailColumn = (label: string, name: string, cell: SealedColumn['cell']): SealedColumn => ({
  ...column(label, 'outbox', 'props', cell),
  text: `t.props ->> '${name}'`,
  set: `props = jsonb_set(t.props, '{${name}}', to_jsonb(r.fresh))`,
});

/** All columns with encrypted texts. */
export const SEALED_COLUMNS: readonly SealedColumn[] = [
  column('authenticator secrets', 'factors', 'sealed_secret', SEALED_CELLS.factorSecret),
  {
    ...column('token signing keys', 'signing_keys', 'sealed_private_jwk', SEALED_CELLS.signingKey),
    key: 'kid',
    type: 'text',
  },
  {
    ...column('license proof keys', 'license_proof_keys', 'sealed_private_key', SEALED_CELLS.licenseProofKey),
    key: 'kid',
    type: 'text',
  },
  column('webhook signing secrets', 'webhook_endpoints', 'sealed_secret', SEALED_CELLS.webhookSecret),
  column('webhook signing secrets', 'webhook_endpoints', 'sealed_old_secret', SEALED_CELLS.oldWebhookSecret),
  column('refresh tokens', 'refresh_tokens', 'sealed_token', SEALED_CELLS.refreshToken),
  column('provider sign-ins', 'flow_states', 'sealed_secrets', SEALED_CELLS.flowState),
  column('API responses', 'idempotency_records', 'sealed_body', SEALED_CELLS.apiReplay),
  { ...column('trial keys', 'trial_hash_keys', 'sealed_key', SEALED_CELLS.trialHashKey), type: 'text' },
  {
    ...column('coupon codes', 'coupon_codes', 'sealed_code', SEALED_CELLS.couponCode),
    set: 'sealed_code = r.fresh, code_hash = r.hash',
  },
  {
    ...column('signing secrets of sellers', 'signing_secrets', 'sealed_secret', SEALED_CELLS.signingSecret),
    key: 'seller_id',
  },
  {
    ...column('license keys', 'licenses', 'sealed_key', SEALED_CELLS.licenseKey),
    set: 'sealed_key = r.fresh, key_hash = r.hash',
    hashed: { scope: 't.deliverable_id', toText: toHashedKeyText },
  },
  mailColumn('emails', 'sealed', SEALED_CELLS.mail),
  mailColumn('text messages', 'sealedCode', SEALED_CELLS.smsCode),
];

/** `scope`: see `SealedColumn`. */
type SealedText = { key: string; text: string; scope: string };

/** The next texts after a key; null starts at the first. */
export async function listSealedTexts(
  db: Db,
  { table, key, text, hashed }: SealedColumn,
  after: string | null,
  limit: number,
): Promise<SealedText[]> {
  const id = sql.raw(`t.${key}`);
  const rest: SQL = after === null ? sql`` : sql` and ${id} > ${after}`;
  const { rows } = (await db.execute(
    sql`select ${id}::text as key, ${sql.raw(text)} as text, ${sql.raw(hashed?.scope ?? "''")}::text as scope from ${sql.raw(`${table} t where ${text}`)} is not null${rest}
      order by ${id} limit ${limit}`,
  )) as { rows: SealedText[] };
  return rows;
}

/** Replaces each text by `fresh` if it is still unchanged; returns how many were. */
export async function updateSealedTexts(
  db: Db,
  { table, key, type, text, set }: SealedColumn,
  texts: readonly (Omit<SealedText, 'scope'> & { fresh: string; hash: string })[],
): Promise<number> {
  if (texts.length === 0) return 0;
  const { rows } = (await db.execute(
    sql`with written as (
        update ${sql.raw(`${table} t set ${set}`)}
        from json_to_recordset(${JSON.stringify(texts)}::text::json) as r(key ${sql.raw(type)}, text text, fresh text, hash text)
        where ${sql.raw(`t.${key} = r.key and ${text} = r.text`)} returning 1)
      select count(*)::integer as count from written`,
  )) as { rows: { count: number }[] };
  return rows[0]?.count ?? 0;
}
