/** Encrypts texts like earlier versions, without binding them to a cell. Used by tests only. */
import { createCipheriv, hkdfSync, randomBytes } from 'node:crypto';

export function sealUnbound(authSecret: string, text: string): string {
  const key = Buffer.from(hkdfSync('sha256', authSecret, 'tillwright', 'seal', 32));
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key, iv);
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64url');
}
