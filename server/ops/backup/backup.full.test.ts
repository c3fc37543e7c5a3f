import { expect, test } from 'vitest';

import {
  createEmptyDatabase,
  createEmptyEmbedded,
  createBackupFixture,
  expectRestored,
} from '#server/testing/backup-fixture.ts';
import { sharedByTests } from '#server/testing/cleanup.ts';

import { withSnapshot } from './database-snapshot.ts';

const backupFixture = sharedByTests(createBackupFixture);

test('restores a backup row by row into an embedded database and continues its sequences', async () => {
  await expectRestored(backupFixture(), await createEmptyEmbedded());
});

test('waits longer than any other query timeout', async () => {
  const { db } = await createEmptyDatabase();
  const slow = withSnapshot(db, 'write', ({ query: ask }) => ask('select pg_sleep(6.5), 1 as done'));
  expect(await slow).toMatchObject([{ done: 1 }]);
});
