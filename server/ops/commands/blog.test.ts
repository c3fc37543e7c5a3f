import { spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { expect, onTestFinished, test } from 'vitest';

import { readBlogPosts } from '#content/blog-posts.ts';
import { lockFolder } from '#server/db/folder-lock.ts';
import { openEmbedded } from '#server/db/open-embedded.ts';

async function openFolder() {
  const folder = await mkdtemp(path.join(tmpdir(), 'tillwright-blog-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const folderLock = await lockFolder(folder);
  const database = await openEmbedded(folderLock, 'drizzle');
  await database.migrate();
  await database.close();
  await folderLock.release();
  const run = (...args: string[]) => {
    const { PATH = '', HOME = '' } = process.env;
    const result = spawnSync(process.execPath, ['server/ops/commands/blog.ts', ...args], {
      encoding: 'utf8',
      env: { PATH, HOME, DATA_DIR: folder },
    });
    return { code: result.status, out: result.stdout, err: result.stderr };
  };
  return { folder, run };
}

test('imports, unpublishes and publishes posts', async () => {
  const { run } = await openFolder();
  const [{ slug, date, title } = { slug: '', date: '', title: '' }] = readBlogPosts().filter(
    ({ status }) => status === 'published',
  );
  expect(run('import').out).toContain(`new      /blog/${slug}\n`);
  expect(run('unpublish', slug)).toMatchObject({ code: 0, out: `/blog/${slug} is a draft now\n` });
  expect(run('list').out).toContain(`draft      ${date}  /blog/${slug}  ${title}\n`);
  expect(run('publish', slug)).toMatchObject({ code: 0, out: `/blog/${slug} is published now\n` });
});

test('reports invalid commands and exits with 1', async () => {
  const { folder, run } = await openFolder();
  expect(run()).toMatchObject({ code: 0, out: expect.stringContaining('npm run blog -- import') as string });
  expect(run('frob').code).toBe(1);
  expect(run('publish')).toMatchObject({ code: 1, err: expect.stringContaining('Add the slug of a post.') as string });
  expect(run('publish', 'no-such')).toMatchObject({
    code: 1,
    err: 'There is no post "no-such". See npm run blog -- list\n',
  });
  const folderLock = await lockFolder(folder);
  const { code, err } = run('list');
  await folderLock.release();
  expect([code, err]).toEqual([1, expect.stringMatching(/^The server is using .*Stop the server.*\n$/)]);
});
