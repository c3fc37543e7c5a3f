// npm run blog: imports and publishes blog posts.
import { readBlogPosts } from '#content/blog-posts.ts';
import type { Database } from '#server/db/client.ts';
import { CommandError, success } from '#server/ops/operator-command.ts';
import { importPosts } from '#server/site/import-posts.ts';
import { listAllPosts, updatePostStatus } from '#server/site/queries.ts';

import { runCommand, withInstallation } from './installation.ts';

const HELP = `
  npm run blog -- list               every post: its status, its date, its address
  npm run blog -- import             brings content/blog/*.md into the database
  npm run blog -- publish <slug>     shows a post; one that is shown for the first time gets today's date
  npm run blog -- unpublish <slug>   makes it a draft again

  import can be run as often as you like. Words always come from the file. Status and date come from it when the post
  is new, and later only when the file names other ones than at the last import: what publish and unpublish did stays.
  A post whose file is gone stays as well; unpublish it.

  With the embedded database everything is imported at each start, and this command works while the shop is stopped.
  With PostgreSQL a start only adds posts that are not there yet, and what this command does is seen at once.
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
    return lines.join('\n') || 'No posts yet';
  },
  import: async ({ db }) => {
    const { added, changed, unchanged: same } = await importPosts(db, readBlogPosts(), new Date());
    const named = (what: string, slugs: string[]) => slugs.map((slug) => `${what.padEnd(7)}  /blog/${slug}`);
    return [...named('new', added), ...named('changed', changed), `${same.length} as they were`].join('\n');
  },
  publish: changeStatus('published', 'can be read now'),
  unpublish: changeStatus('draft', 'is a draft now'),
};

await runCommand(
  HELP,
  ([name = '']) => Object.hasOwn(COMMANDS, name),
  async ([name = '', slug = '']) => {
    if (name.endsWith('publish') && !slug) throw new CommandError(`Which post?\n${HELP}`);
    return withInstallation(async (_, database) => {
      await database.migrate();
      return success((await COMMANDS[name]?.(database, slug)) ?? '');
    });
  },
);
