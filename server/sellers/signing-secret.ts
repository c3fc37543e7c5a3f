import { createHmac } from 'node:crypto';

import type { Context } from '#server/core/context.ts';
import { createToken } from '#server/core/cookies.ts';
import { SEALED_CELLS } from '#server/core/secrets.ts';
import type { Db } from '#server/db/client.ts';
import { findRow } from '#server/db/rows.ts';
import { signingSecrets } from '#server/db/schema-delivery.ts';

/** Prefix by which people and scanners recognize the secret. */
const PREFIX = 'twsec_';

type SecretContext = Pick<Context, 'secrets' | 'realNow'>;

function createSecret({ secrets, realNow }: SecretContext, sellerId: string) {
  const secret = PREFIX + createToken();
  const sealedSecret = secrets.seal(secret, SEALED_CELLS.signingSecret(sellerId));
  return { secret, row: { sellerId, sealedSecret, createdAt: realNow() } };
}

/** The seller's signing secret, which is created when it is needed for the first time. */
export async function loadSigningSecret(context: SecretContext, db: Db, sellerId: string): Promise<string> {
  const existing = await findRow(db, signingSecrets, { sellerId });
  if (!existing) await db.insert(signingSecrets).values(createSecret(context, sellerId).row).onConflictDoNothing();
  const row = existing ?? (await findRow(db, signingSecrets, { sellerId }));
  if (!row) throw new Error('A signing secret is neither new nor there');
  return context.secrets.unseal(row.sealedSecret, SEALED_CELLS.signingSecret(sellerId));
}

/** Replaces the seller's signing secret. URLs that were signed before are no longer valid. */
export async function replaceSigningSecret(context: SecretContext, tx: Db, sellerId: string): Promise<string> {
  const { secret, row } = createSecret(context, sellerId);
  const { sealedSecret, createdAt } = row;
  await tx
    .insert(signingSecrets)
    .values(row)
    .onConflictDoUpdate({ target: signingSecrets.sellerId, set: { sealedSecret, createdAt } });
  return secret;
}

/**
 * Adds the order's id and a signature to a URL: HMAC-SHA-256 in hex of the path and query before `&tw_sig`. They are appended
 * as text, so that the query of the URL is not encoded again.
 */
export function signUrlWith(secret: string, url: string, orderId: string): string {
  const { origin, pathname, search, hash } = new URL(url);
  const signed = `${pathname}${search || '?'}${search.length > 1 ? '&' : ''}tw_order=${orderId}`;
  const signature = createHmac('sha256', secret).update(signed).digest('hex');
  return `${origin}${signed}&tw_sig=${signature}${hash}`;
}

/** Signs a URL with the seller's secret. */
export const signUrl = async (
  context: SecretContext & Pick<Context, 'db'>,
  { sellerId, url, orderId }: { sellerId: string; url: string; orderId: string },
): Promise<string> => signUrlWith(await loadSigningSecret(context, context.db, sellerId), url, orderId);
