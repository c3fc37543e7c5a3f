import { expect, test } from 'vitest';

import { emptyDatabase, emptyEmbedded, openBackedUp } from '#server/testing-backups.ts';
import { sharedByTests } from '#server/testing-ends.ts';

import { inMoment } from './moment.ts';
import { expectRestored } from './testing-restored.ts';

const given = sharedByTests(openBackedUp);

test('restores a backup row by row into an embedded database and continues its sequences', async () => {
  await expectRestored(given(), await emptyEmbedded());
});

test('waits longer than any other query timeout', async () => {
  const { db } = await emptyDatabase();
  const slow = inMoment(db, 'write', ({ ask }) => ask('select pg_sleep(6.5), 1 as done'));
  expect(await slow).toMatchObject([{ done: 1 }]);
});
