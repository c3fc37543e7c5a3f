import { expect, test } from 'vitest';

import { parseConfig } from '#server/core/config.ts';
import { providerAccounts } from '#server/db/schema-pages.ts';
import { createTestApp } from '#server/testing/test-app.ts';

import { CommandError } from '../operator-command.ts';
import { checkMode } from './installation.ts';

test('refuses a database with live payments without a live key', async () => {
  const app = await createTestApp();
  const { db } = app.context;
  const seller = await app.signUpSeller();
  await seller.onboard();
  const config = parseConfig({});
  await checkMode(db, config);
  await db.update(providerAccounts).set({ mode: 'live' });
  await expect(checkMode(db, config)).rejects.toThrow(
    'This database is used for live payments, but STRIPE_SECRET_KEY isn’t set.',
  );
  await expect(checkMode(db, { ...config, mode: 'test' })).rejects.toThrow(CommandError);
  await checkMode(db, { ...config, mode: 'live' });
});
