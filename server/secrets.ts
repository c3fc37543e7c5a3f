import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

import type { Config } from './config.ts';

export type Secrets = {
  webhooks: { platform: string; connect: string };
  /** Keyed hash of a token, for tables that must not hold the token itself. */
  hash: (token: string) => string;
  /** All that a token which is shown may stand in a table as: `hash` first, then the one by AUTH_SECRET_ALSO. */
  hashes: (token: string) => string[];
  /** Encrypts a short text for our own tables (AES-256-GCM). */
  seal: (text: string) => string;
  /** Throws on a text that was sealed with neither secret. */
  unseal: (sealed: string) => string;
  /** The same text sealed with AUTH_SECRET; null where it is so already. Throws as `unseal` does. */
  reseal: (sealed: string) => string | null;
};

type SecretFile = { auth: string; webhooks: { platform: string; connect: string } };

const fresh = (): SecretFile => ({
  auth: randomBytes(32).toString('hex'),
  webhooks: {
    platform: `whsec_${randomBytes(24).toString('hex')}`,
    connect: `whsec_${randomBytes(24).toString('hex')}`,
  },
});

/** Secrets of the environment; what it does not set is made at random once and kept in DATA_DIR for its owner alone. */
export async function openSecrets(config: Config): Promise<Secrets> {
  const complete = config.authSecret && config.webhookSecrets;
  const kept = complete ? null : await keptSecrets(path.join(config.dataDir, 'secrets.json'));
  const auth = config.authSecret ?? kept?.auth;
  const webhooks = config.webhookSecrets ?? kept?.webhooks;
  if (!auth || !webhooks) throw new Error('Secrets are incomplete');
  return secretsFrom(auth, webhooks, config.authSecretAlso);
}

async function keptSecrets(file: string): Promise<SecretFile> {
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  try {
    await writeFile(file, JSON.stringify(fresh()), { mode: 0o600, flag: 'wx', flush: true });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  return JSON.parse(await readFile(file, 'utf8')) as SecretFile;
}

/** Secrets of memory alone, for tests. `also`: another secret, with which nothing is written but all is read. */
export function secretsFrom(
  auth: string,
  webhooks: Secrets['webhooks'],
  also: string | null = null,
): Secrets {
  const current = keysFrom(auth);
  const both = also === null ? [current] : [current, keysFrom(also)];
  const unseal = (sealed: string) => {
    for (const keys of both) {
      const text = opened(keys, sealed);
      if (text !== null) return text;
    }
    throw new Error('Sealed with another secret, or not as it was');
  };
  return {
    webhooks,
    hash: (token) => hashWith(current, token),
    hashes: (token) => both.map((keys) => hashWith(keys, token)),
    seal: (text) => sealWith(current, text),
    unseal,
    reseal: (sealed) => (opened(current, sealed) === null ? sealWith(current, unseal(sealed)) : null),
  };
}

/** One key for each use. */
type Keys = { hash: Buffer; seal: Buffer };

function keysFrom(auth: string): Keys {
  const keyFor = (use: string) => Buffer.from(hkdfSync('sha256', auth, 'tillwright', use, 32));
  return { hash: keyFor('token-hash'), seal: keyFor('seal') };
}

const hashWith = (keys: Keys, token: string): string =>
  createHmac('sha256', keys.hash).update(token).digest('base64url');

// A sealed text is base64url alone: another way of sealing would name itself before a dot, which this one never has.

function sealWith(keys: Keys, text: string): string {
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', keys.seal, iv);
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64url');
}

/** Null where these keys have not sealed it. */
function opened(keys: Keys, sealed: string): string | null {
  const bytes = Buffer.from(sealed, 'base64url');
  try {
    const decipher = createDecipheriv('aes-256-gcm', keys.seal, bytes.subarray(0, 12));
    decipher.setAuthTag(bytes.subarray(12, 28));
    return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8');
  } catch {
    return null;
  }
}
