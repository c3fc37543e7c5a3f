import { execFile } from 'node:child_process';
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';

import { expect, test } from 'vitest';

const ROOT = path.join(import.meta.dirname, '../..');
const MAX_BYTES = 2 * 1024 * 1024;

const KEYS: readonly RegExp[] = [
  /[sr]k_live_[0-9A-Za-z]{24,}/,
  /[sr]k_test_[0-9A-Za-z]{24,}/,
  /whsec_[0-9A-Za-z+/]{32,}/,
  /twk_(?:live|test)_[0-9A-Za-z]{40,}/,
  /-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\\n]+[0-9A-Za-z+/]{40}/,
  /AKIA[0-9A-Z]{16}/,
  /gh[pousr]_[0-9A-Za-z]{30,}/,
  /github_pat_\w{40,}/,
  /xox[abprs]-[0-9A-Za-z-]{20,}/,
  /AIza[\w-]{35}/,
  /npm_[0-9A-Za-z]{36}/,
  /SG\.[\w-]{20,}\.[\w-]{30,}/,
  /eyJ[\w-]{20,}\.eyJ[\w-]{20,}\.[\w-]{20,}/,
  /postgres(?:ql)?:\/\/[^\s:/@]+:(?!\$\{)[^\s@]{12,}@(?!localhost|127\.|[\w.-]*example)/,
];

/** Example token from GitHub's documentation. */
const EXAMPLE = 'gho_16C7e42F292c6912E7710c838347Ae178B4a';

/** A test certificate for this machine with its key. */
const TEST_FILES = new Set(['e2e/support/tls-proxy.ts', 'server/testing/certificate.ts']);

test('contains no secret keys in any file of the repository', async () => {
  const { stdout } = await promisify(execFile)('git', ['ls-files', '-z'], {
    cwd: ROOT,
    maxBuffer: 64 * 1024 * 1024,
  });
  const files = stdout.split('\0').filter((file) => file !== '' && !TEST_FILES.has(file));
  expect(files.length).toBeGreaterThan(500);
  const findings: string[] = [];
  for (const file of files) {
    const stats = await stat(path.join(ROOT, file)).catch(() => null);
    if (!stats?.isFile() || stats.size > MAX_BYTES) continue;
    const text = (await readFile(path.join(ROOT, file), 'utf8')).replaceAll(EXAMPLE, '');
    for (const key of KEYS) if (key.test(text)) findings.push(`${file}: ${key.source}`);
  }
  expect(findings).toEqual([]);
});
