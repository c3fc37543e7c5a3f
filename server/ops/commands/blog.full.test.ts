import { spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { expect, onTestFinished, test } from 'vitest';

import { readBlogPosts } from '#content/blog-posts.ts';
import { lockFolder } from '#server/db/folder-lock.ts';
import { openEmbedded } from '#server/db/open-embedded.ts';
import { openTestDatabaseAt } from '#server/testing/test-database.ts';

const run = (env: Record<string, string>, ...args: string[]) => {
  const { PATH = '', HOME = '', NODE_COMPILE_CACHE = '' } = process.env;
  const result = spawnSync(process.execPath, ['server/ops/commands/blog.ts', ...args], {
    encoding: 'utf8',
    env: { PATH, HOME, NODE_COMPILE_CACHE, ...env },
  });
  return { code: result.status, out: result.stdout, err: result.stderr };
};

async function createEmbeddedInstallation() {
  const folder = await mkdtemp(path.join(tmpdir(), 'tillwright-blog-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const folderLock = await lockFolder(folder);
  const database = await openEmbedded(folderLock, 'drizzle');
  await database.migrate();
  await database.close();
  await folderLock.release();
  return folder;
}

/** Environment of the command for a database of the kind that the suite runs on. */
async function createInstallation(): Promise<Record<string, string>> {
  const { url, close } = await openTestDatabaseAt();
  onTestFinished(close);
  return url ? { DATABASE_URL: url, AUTH_SECRET: 'x'.repeat(40) } : { DATA_DIR: await createEmbeddedInstallation() };
}

test('imports, unpublishes and publishes posts', async () => {
  const env = await createInstallation();
  const [{ slug, date, title } = { slug: '', date: '', title: '' }] = readBlogPosts().filter(
    ({ status }) => status === 'published',
  );
  expect(run(env, 'import').out).toContain(`new      /blog/${slug}\n`);
  expect(run(env, 'unpublish', slug)).toMatchObject({ code: 0, out: `/blog/${slug} is a draft now\n` });
  expect(run(env, 'list').out).toContain(`draft      ${date}  /blog/${slug}  ${title}\n`);
  expect(run(env, 'publish', slug)).toMatchObject({ code: 0, out: `/blog/${slug} is published now\n` });
});

test('reports invalid commands and exits with 1', async () => {
  const env = await createInstallation();
  expect(run(env)).toMatchObject({ code: 0, out: expect.stringContaining('npm run blog -- import') as string });
  expect(run(env, 'frob').code).toBe(1);
  expect(run(env, 'publish')).toMatchObject({
    code: 1,
    err: expect.stringContaining('Add the slug of a post.') as string,
  });
  expect(run(env, 'publish', 'no-such')).toMatchObject({
    code: 1,
    err: 'There is no post "no-such". See npm run blog -- list\n',
  });
});

test('asks to stop a server that uses the embedded database', async () => {
  const folder = await createEmbeddedInstallation();
  const folderLock = await lockFolder(folder);
  const { code, err } = run({ DATA_DIR: folder }, 'list');
  await folderLock.release();
  expect([code, err]).toEqual([1, expect.stringMatching(/^The server is using .*Stop the server.*\n$/)]);
});
