import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

import { expect, test } from 'vitest';

const ROOT = path.join(import.meta.dirname, '..');

/** Calls that execute text, and weak cryptography. */
const DANGEROUS_PATTERNS: Record<string, RegExp> = {
  code: /\beval\(|new Function\(|'node:vm'|set(?:Timeout|Interval)\(['"`]/,
  pattern: /\bRegExp\(/,
  process: /'(?:node:)?(?:child_process|cluster)'/,
  // Matches every algorithm except the allowed ones, including computed names.
  algorithm:
    /create(?:Hash|Hmac|Cipheriv|Decipheriv)\((?!\s*'(?:sha256|aes-256-gcm)')|hkdf(?:Sync)?\((?!\s*'sha256')|pbkdf2|scrypt|\bsubtle\b|crypto\.hash\(|'(?:SHA-?1|MD5)'/i,
  'unchecked certificate': /rejectUnauthorized: false|NODE_TLS_REJECT_UNAUTHORIZED/,
  'guessable number': /Math\.random\(/,
};

/**
 * Allowed uses. Patterns are built from constants; processes are our own with fixed arguments; authenticator apps need
 * SHA-1; guessable numbers only spread times and choose among addresses.
 */
const EXPECTED: Record<string, string[]> = {
  'app/checkout-page/count-down.ts': ['guessable number'],
  'app/checkout-page/enhance/ask.ts': ['guessable number'],
  'app/orders/paper-text.ts': ['pattern'],
  'app/session/next-path.ts': ['pattern'],
  'commands/rehearse-image.ts': ['process'],
  'domain/visit-browser.ts': ['pattern'],
  'sandbox/door.ts': ['pattern'],
  'sandbox/pages/payments.ts': ['pattern'],
  'sandbox/schema/stripe-schema.ts': ['pattern'],
  'server/api/api-key-text.ts': ['pattern'],
  'server/auth/factors/totp.ts': ['algorithm'],
  'server/domains/next-look.ts': ['guessable number'],
  'server/hosts/host-name.ts': ['pattern'],
  'server/media/image-worker.ts': ['process'],
  'server/outgoing/guarded-request.ts': ['guessable number'],
  'server/seller-webhooks/note-knock.ts': ['guessable number'],
  'set-up.mjs': ['process'],
  'start.mjs': ['process'],
  'test.mjs': ['process'],
};

test('uses no dynamic code, patterns, commands or weak cryptography beyond the allowed ones', () => {
  const foundByFile: Record<string, string[]> = {};
  for (const folder of ['.', 'app', 'cli', 'commands', 'content', 'deploy', 'domain', 'public', 'sandbox', 'server'])
    for (const name of readdirSync(path.join(ROOT, folder), {
      recursive: folder !== '.',
      encoding: 'utf8',
    })) {
      const file = path.join(folder, name);
      if (!/\.(tsx?|m?js)$/.test(file) || /\.test\.tsx?$|testing|^commands\/rehearsal\//.test(file)) continue;
      const source = readFileSync(path.join(ROOT, file), 'utf8');
      const matches = Object.keys(DANGEROUS_PATTERNS).filter((call) => DANGEROUS_PATTERNS[call]?.test(source));
      if (matches.length > 0) foundByFile[file] = matches;
    }
  expect(foundByFile).toEqual(EXPECTED);
});
