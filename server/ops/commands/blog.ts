// npm run blog: imports and publishes blog posts.
import { readBlogPosts } from '#content/blog-posts.ts';
import type { Database } from '#server/db/client.ts';
import { CommandError, success } from '#server/ops/operator-command.ts';
import { importPosts } from '#server/site/import-posts.ts';
import { listAllPosts, updatePostStatus } from '#server/site/queries.ts';

import { runCommand, withInstallation } from './installation.ts';

const HELP = `
  npm run blog -- list               lists all posts with status, date, and path
  npm run blog -- import             imports content/blog/*.md into the database
  npm run blog -- publish <slug>     publishes a post; the first time, its date becomes today
  npm run blog -- unpublish <slug>   turns a post back into a draft

  You can run import as often as you like. It always updates the text. It sets status and date for new posts, and later only
  if they changed in the file since the last import, so it doesn’t undo publish and unpublish. A post stays when its file is
  deleted: use unpublish to hide it.

  With the embedded database, every start imports all posts, and this command works only while the server is stopped.
  With PostgreSQL, a start only adds new posts, and this command takes effect immediately.
`;

type BlogCommand = ({ db }: Database, slug: string) => Promise<string>;

const changeStatus =
  (status: 'draft' | 'published', done: string): BlogCommand =>
  async ({ db }, slug) => {
    if (!(await updatePostStatus(db, slug, status, new Date())))
      throw new CommandError(`There is no post "${slug}". See npm run blog -- list`);
    return `/blog/${slug} ${done}`;
  };

const COMMANDS: Record<string, BlogCommand> = {
  list: async ({ db }) => {
    const posts = await listAllPosts(db);
    const lines = posts.map(({ status, publishedAt, slug, title }) => {
      const date = publishedAt?.toISOString().slice(0, 10) ?? '-';
      return `${status.padEnd(9)}  ${date.padEnd(10)}  /blog/${slug}  ${title}`;
    });
    return lines.join('\n') || 'No posts yet. Import them with npm run blog -- import';
  },
  import: async ({ db }) => {
    const { added, changed, unchanged: same } = await importPosts(db, readBlogPosts(), new Date());
    const named = (what: string, slugs: string[]) => slugs.map((slug) => `${what.padEnd(7)}  /blog/${slug}`);
    return [...named('new', added), ...named('changed', changed), `${same.length} unchanged`].join('\n');
  },
  publish: changeStatus('published', 'is published now'),
  unpublish: changeStatus('draft', 'is a draft now'),
};

await runCommand(
  HELP,
  ([name = '']) => Object.hasOwn(COMMANDS, name),
  async ([name = '', slug = '']) => {
    if (name.endsWith('publish') && !slug) throw new CommandError(`Add the slug of a post.\n${HELP}`);
    return withInstallation(async (_, database) => {
      await database.migrate();
      return success((await COMMANDS[name]?.(database, slug)) ?? '');
    });
  },
);
