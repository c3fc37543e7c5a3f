import { existsSync } from 'node:fs';

import { findChromium } from '../e2e/chromium.ts';
import { hasPostgres } from './test-postgres.ts';

/** Missing tools that `npm test` needs, each with its install command. */
export async function missingTools(): Promise<string[]> {
  const missing: string[] = [];
  if (!process.env.TEST_DATABASE_URL && !hasPostgres())
    missing.push('PostgreSQL: apt-get install postgresql (or set TEST_DATABASE_URL)');
  try {
    await findChromium();
  } catch {
    missing.push('Chromium: apt-get install chromium (or set CHROMIUM_PATH)');
  }
  if (!process.env.FONTCONFIG_PATH && !existsSync('/etc/fonts/fonts.conf'))
    missing.push('Fonts for Chromium: apt-get install fontconfig fonts-liberation');
  return missing;
}
