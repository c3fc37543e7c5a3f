import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  createSecretKey,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
  type KeyObject,
} from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

import type { Config } from './config.ts';

/**
 * Table, column and row of an encrypted value. The cell is authenticated with the value (AES-GCM additional data): a value
 * copied into another cell cannot be decrypted.
 */
export type SealedCell = `${string}.${string}:${string}`;

/** Cell of a row for each encrypted column; `server/ops/queries/sealed-columns.ts` lists the same columns. */
export const SEALED_CELLS = {
  factorSecret: (id: string): SealedCell => `factors.sealed_secret:${id}`,
  signingKey: (kid: string): SealedCell => `signing_keys.sealed_private_jwk:${kid}`,
  licenseProofKey: (kid: string): SealedCell => `license_proof_keys.sealed_private_key:${kid}`,
  webhookSecret: (id: string): SealedCell => `webhook_endpoints.sealed_secret:${id}`,
  oldWebhookSecret: (id: string): SealedCell => `webhook_endpoints.sealed_old_secret:${id}`,
  refreshToken: (id: string): SealedCell => `refresh_tokens.sealed_token:${id}`,
  flowState: (id: string): SealedCell => `flow_states.sealed_secrets:${id}`,
  apiReplay: (id: string): SealedCell => `api_replays.sealed_body:${id}`,
  trialHashKey: (id: string): SealedCell => `trial_hash_keys.sealed_key:${id}`,
  couponCode: (id: string): SealedCell => `coupon_codes.sealed_code:${id}`,
  licenseKey: (id: string): SealedCell => `licenses.sealed_key:${id}`,
  signingSecret: (sellerId: string): SealedCell => `signing_secrets.sealed_secret:${sellerId}`,
  mail: (id: string): SealedCell => `outbox.sealed:${id}`,
  smsCode: (id: string): SealedCell => `outbox.sealedCode:${id}`,
} as const;

/** Encrypted tokens that leave the app and are stored in no table: bound to their purpose. */
export const SEALED_TOKENS = {
  stripeState: 'token.stripe_state:',
  fileLink: 'token.file_link:',
} as const satisfies Record<string, SealedCell>;

export type Secrets = {
  webhooks: { platform: string; connect: string };
  /** Keyed hash of a token, for tables that must not hold the token itself. */
  hash: (token: string) => string;
  /** All hashes under which a token may be stored: `hash` first, then the one by AUTH_SECRET_ALSO. */
  candidateHashes: (token: string) => string[];
  /** Encrypts a short text for one database cell (AES-256-GCM). */
  seal: (text: string, cell: SealedCell) => string;
  /** Throws when neither secret sealed the text or it belongs to another cell. Texts of earlier versions name no cell. */
  unseal: (sealed: string, cell: SealedCell) => string;
  /** Seals the text again with AUTH_SECRET for this cell; null when it already is. Throws like `unseal`. */
  reseal: (sealed: string, cell: SealedCell) => string | null;
};

type SecretFile = { auth: string; webhooks: { platform: string; connect: string } };

const generateSecrets = (): SecretFile => ({
  auth: randomBytes(32).toString('hex'),
  webhooks: {
    platform: `whsec_${randomBytes(24).toString('hex')}`,
    connect: `whsec_${randomBytes(24).toString('hex')}`,
  },
});

/** Opens the secrets of the environment. Missing ones are generated once into DATA_DIR, readable by the owner only. */
export async function openSecrets(config: Config): Promise<Secrets> {
  const complete = config.authSecret && config.webhookSecrets;
  const stored = complete ? null : await readOrCreateSecretFile(path.join(config.dataDir, 'secrets.json'));
  const auth = config.authSecret ?? stored?.auth;
  const webhooks = config.webhookSecrets ?? stored?.webhooks;
  if (!auth || !webhooks)
    throw new Error(
      'secrets.json in DATA_DIR is incomplete. Restore it from a backup, or set AUTH_SECRET and both webhook secrets.',
    );
  return createSecrets(auth, webhooks, config.alternateAuthSecret);
}

async function readOrCreateSecretFile(file: string): Promise<SecretFile> {
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  try {
    await writeFile(file, JSON.stringify(generateSecrets()), { mode: 0o600, flag: 'wx', flush: true });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  return JSON.parse(await readFile(file, 'utf8')) as SecretFile;
}

/** In-memory secrets, for tests. `alternateAuth`: a second secret that only decrypts. */
export function createSecrets(
  auth: string,
  webhooks: Secrets['webhooks'],
  alternateAuth: string | null = null,
): Secrets {
  const current = keysFrom(auth);
  const allKeys = alternateAuth === null ? [current] : [current, keysFrom(alternateAuth)];
  const unseal = (sealed: string, cell: SealedCell) => {
    for (const keys of allKeys) {
      const text = tryUnseal(keys, sealed, cell);
      if (text !== null) return text;
    }
    throw new Error('Encrypted with another secret or for another cell, or damaged');
  };
  return {
    webhooks,
    hash: (token) => hashWith(current, token),
    candidateHashes: (token) => allKeys.map((keys) => hashWith(keys, token)),
    seal: (text, cell) => sealWith(current, text, cell),
    unseal,
    reseal: (sealed, cell) =>
      isBoundToCell(sealed) && tryUnseal(current, sealed, cell) !== null
        ? null
        : sealWith(current, unseal(sealed, cell), cell),
  };
}

/** One key per purpose. As a `KeyObject`, because Node takes eight times as long to hash with the key's bytes. */
type Keys = { hash: KeyObject; seal: KeyObject };

function keysFrom(auth: string): Keys {
  const deriveKey = (use: string) => createSecretKey(Buffer.from(hkdfSync('sha256', auth, 'tillwright', use, 32)));
  return { hash: deriveKey('token-hash'), seal: deriveKey('seal') };
}

const hashWith = (keys: Keys, token: string): string =>
  createHmac('sha256', keys.hash).update(token).digest('base64url');

/** Prefix of texts that are bound to their cell. Texts of earlier versions are plain base64url and bound to nothing. */
const BOUND_PREFIX = 'v2.';

const isBoundToCell = (sealed: string): boolean => sealed.startsWith(BOUND_PREFIX);

function sealWith(keys: Keys, text: string, cell: SealedCell): string {
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', keys.seal, iv).setAAD(Buffer.from(cell));
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return BOUND_PREFIX + Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64url');
}

/** Null when these keys did not seal the text for this cell. */
function tryUnseal(keys: Keys, sealed: string, cell: SealedCell): string | null {
  const bytes = Buffer.from(isBoundToCell(sealed) ? sealed.slice(BOUND_PREFIX.length) : sealed, 'base64url');
  try {
    const decipher = createDecipheriv('aes-256-gcm', keys.seal, bytes.subarray(0, 12));
    if (isBoundToCell(sealed)) decipher.setAAD(Buffer.from(cell));
    decipher.setAuthTag(bytes.subarray(12, 28));
    return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8');
  } catch {
    return null;
  }
}

const digestOf = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Whether an Authorization header carries this token. The time depends neither on its content nor on its length. */
export const hasBearerToken = (authorization: string | undefined, token: string): boolean =>
  timingSafeEqual(digestOf(/^Bearer (.+)$/i.exec(authorization ?? '')?.[1] ?? ''), digestOf(token));
