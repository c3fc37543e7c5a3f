import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

import { expect, test } from 'vitest';

const ROOT = path.join(import.meta.dirname, '../..');

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
 * SHA-1; the proof of work derives keys with PBKDF2; guessable numbers only spread times and choose among addresses.
 */
const EXPECTED: Record<string, string[]> = {
  'app/checkout-page/enhance/countdown-script.ts': ['guessable number'],
  'app/checkout-page/enhance/call-rpc.ts': ['guessable number'],
  'app/checkout-page/enhance/solve.ts': ['algorithm'],
  'app/features/orders/order-receipt.tsx': ['pattern'],
  'app/lib/session/next-path.ts': ['pattern'],
  'cli/account-commands.ts': ['process'],
  'cli/tillwright.mjs': ['process'],
  'domain/user-agent.ts': ['pattern'],
  'sandbox/core/api-handler.ts': ['pattern'],
  'sandbox/pages/payments-section.ts': ['pattern'],
  'server/core/api-key-format.ts': ['pattern'],
  'server/auth/factors/totp.ts': ['algorithm'],
  'server/domains/check-domain.ts': ['guessable number'],
  'server/checkout/proof-of-work.ts': ['algorithm'],
  'server/core/host-name.ts': ['pattern'],
  'server/delivery/scan-file.ts': ['process'],
  'server/images/image-worker-pool.ts': ['process'],
  'server/jobs/leased-rows.ts': ['guessable number'],
  'server/ops/backup/postgres-tools.ts': ['process'],
  'server/outgoing/guarded-request.ts': ['guessable number'],
  'set-up.mjs': ['process'],
  'start.mjs': ['process'],
  'test.mjs': ['process'],
};

test('uses no dynamic code, patterns, commands or weak cryptography beyond the allowed ones', () => {
  const foundByFile: Record<string, string[]> = {};
  for (const folder of ['.', 'app', 'cli', 'content', 'deploy', 'domain', 'public', 'sandbox', 'server'])
    for (const name of readdirSync(path.join(ROOT, folder), {
      recursive: folder !== '.',
      encoding: 'utf8',
    })) {
      const file = path.join(folder, name);
      if (!/\.(tsx?|m?js)$/.test(file) || /\.test\.tsx?$|testing/.test(file)) continue;
      const source = readFileSync(path.join(ROOT, file), 'utf8');
      const matches = Object.keys(DANGEROUS_PATTERNS).filter((call) => DANGEROUS_PATTERNS[call]?.test(source));
      if (matches.length > 0) foundByFile[file] = matches;
    }
  expect(foundByFile).toEqual(EXPECTED);
});
