import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

import type { Config } from './config.ts';

export type Secrets = {
  webhooks: { platform: string; connect: string };
  /** Keyed hash of a token, for tables that must not hold the token itself. */
  hash: (token: string) => string;
  /** Encrypts a short text for our own tables (AES-256-GCM). */
  seal: (text: string) => string;
  /** Throws on a text that was not sealed with this secret. */
  unseal: (sealed: string) => string;
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
  return secretsFrom(auth, webhooks);
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

/** Secrets of memory alone, for tests. */
export function secretsFrom(auth: string, webhooks: Secrets['webhooks']): Secrets {
  const keyFor = (use: string) => Buffer.from(hkdfSync('sha256', auth, 'tillwright', use, 32));
  const hashKey = keyFor('token-hash');
  const sealKey = keyFor('seal');
  return {
    webhooks,
    hash: (token) => createHmac('sha256', hashKey).update(token).digest('base64url'),
    seal: (text) => {
      const iv = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', sealKey, iv);
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64url');
    },
    unseal: (sealed) => {
      const bytes = Buffer.from(sealed, 'base64url');
      const decipher = createDecipheriv('aes-256-gcm', sealKey, bytes.subarray(0, 12));
      decipher.setAuthTag(bytes.subarray(12, 28));
      return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8');
    },
  };
}
