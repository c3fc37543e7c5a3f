import { expect, test } from 'vitest';

import { parseConfig } from '#server/core/config.ts';
import { startS3Server } from '#server/testing/s3-server.ts';

import { checkFiles } from './check-files.ts';

test('finds a bucket that does not exist', async () => {
  const { env } = await startS3Server();
  const states = async (bucket: string) => {
    const findings = await checkFiles(parseConfig({ ...env, FILES_S3_BUCKET: bucket }));
    return findings.map(({ state }) => state);
  };
  expect(await states(env.FILES_S3_BUCKET ?? '')).toEqual(['ok', 'later']);
  expect(await states('no-such-bucket')).toEqual(['wrong', 'later']);
});
