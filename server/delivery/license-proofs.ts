import { createHash, createPrivateKey, generateKeyPairSync, randomUUID, sign } from 'node:crypto';

import type { LicensePublicKey } from '#domain/api-resources/license-resources.ts';
import { PROOF_LIFETIME_MS } from '#domain/license-api.ts';
import { recordAudit } from '#server/audit/record-audit.ts';
import type { Context } from '#server/core/context.ts';
import { SEALED_CELLS } from '#server/core/secrets.ts';
import { insertProofKey, listProofKeys, type ProofKeyRow } from '#server/delivery/queries/license-proof-keys.ts';

import { normalizeLicenseKey } from './license-keys.ts';

// Decision 177: license proofs are signed and can be checked offline.

type KeyContext = Pick<Context, 'db' | 'secrets' | 'realNow'>;

const ED25519 = { kty: 'OKP', crv: 'Ed25519' } as const;

async function createProofKey({ db, secrets, realNow }: KeyContext): Promise<ProofKeyRow> {
  const { x: publicKey = '', d: privateKey = '' } = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' });
  const kid = randomUUID();
  const sealedPrivateKey = secrets.seal(privateKey, SEALED_CELLS.licenseProofKey(kid));
  const row = { kid, publicKey, sealedPrivateKey, createdAt: realNow() };
  await insertProofKey(db, row);
  return row;
}

/** Null for a key that was sealed before AUTH_SECRET changed and not resealed. */
function unsealPrivateKey({ secrets }: KeyContext, { kid, sealedPrivateKey }: ProofKeyRow): string | null {
  try {
    return secrets.unseal(sealedPrivateKey, SEALED_CELLS.licenseProofKey(kid));
  } catch {
    return null;
  }
}

/** The newest key that can be used. Two processes may create the first one: each then signs with the newer. */
async function getSigningKey(context: KeyContext): Promise<{ kid: string; key: ReturnType<typeof createPrivateKey> }> {
  const rows = await listProofKeys(context.db);
  const row = rows.find((one) => unsealPrivateKey(context, one) !== null) ?? (await createProofKey(context));
  const jwk = { ...ED25519, x: row.publicKey, d: unsealPrivateKey(context, row) ?? '' };
  return { kid: row.kid, key: createPrivateKey({ key: jwk, format: 'jwk' }) };
}

/** Signs with a new key from now on. The one before stays public until the last of its proofs has expired. */
export async function rotateProofKey(context: KeyContext): Promise<void> {
  const { kid } = await createProofKey(context);
  const entry = { actor: 'operator', action: 'signing_keys_rotated', subject: kid, facts: { proofs: true } } as const;
  await recordAudit(context, context.db, entry);
}

/** Public keys with which proofs that have not expired are verified, newest first. */
export async function listPublicKeys(context: KeyContext): Promise<LicensePublicKey[]> {
  const signingKey = await getSigningKey(context);
  const rows = await listProofKeys(context.db);
  const expiredBefore = context.realNow().getTime() - PROOF_LIFETIME_MS;
  const isPublic = ({ kid }: ProofKeyRow, index: number) =>
    kid === signingKey.kid || (rows[index - 1]?.createdAt.getTime() ?? Number.POSITIVE_INFINITY) > expiredBefore;
  return rows
    .filter(isPublic)
    .map(({ kid, publicKey }) => ({ ...ED25519, x: publicKey, kid, alg: 'EdDSA', use: 'sig' }));
}

type ProofSubject = { key: string; deliverableId: string; fingerprint?: string | undefined; expiresAt: Date | null };

const toBase64Url = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const toSeconds = (ms: number): number => Math.floor(ms / 1000);

/** Signs that a license is active: a compact JWS (RFC 7515, EdDSA) with the claims of a JWT. */
export async function createLicenseProof(context: Context, subject: ProofSubject): Promise<string> {
  const { kid, key } = await getSigningKey(context);
  const issuedAt = context.now().getTime();
  const expiresAt = Math.min(issuedAt + PROOF_LIFETIME_MS, subject.expiresAt?.getTime() ?? Number.POSITIVE_INFINITY);
  const claims = {
    iss: context.config.appUrl,
    iat: toSeconds(issuedAt),
    exp: toSeconds(expiresAt),
    keyHash: createHash('sha256').update(normalizeLicenseKey(subject.key)).digest('hex'),
    deliverableId: subject.deliverableId,
    ...(subject.fingerprint !== undefined && { fingerprint: subject.fingerprint }),
    state: 'active',
  };
  const text = `${toBase64Url({ alg: 'EdDSA', typ: 'JWT', kid })}.${toBase64Url(claims)}`;
  return `${text}.${sign(null, Buffer.from(text), key).toString('base64url')}`;
}
