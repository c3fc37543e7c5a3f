import { Marked } from 'marked';

import type { PostSource } from '#domain/blog-post.ts';
import type { Db } from '#server/db/client.ts';

import { insertPost, listAllPosts, updatePost, type PostFileState, type PostContent } from './queries.ts';

const marked = new Marked({ gfm: true });

/** Supports tables and strikethrough. The output is not sanitized. */
export const htmlFromMarkdown = (markdown: string): string => marked.parse(markdown, { async: false });

/** Slugs by result. */
export type ImportResult = { added: string[]; changed: string[]; unchanged: string[] };

type Row = Awaited<ReturnType<typeof listAllPosts>>[number];

/**
 * Imports blog posts from files. The text is always updated; status and date only when the file changes them, so that
 * changes in the app survive. Never deletes posts. `onlyNew` skips existing posts.
 */
export const importPosts = (
  db: Db,
  posts: readonly PostSource[],
  now: Date,
  { onlyNew = false } = {},
): Promise<ImportResult> =>
  db.transaction(async (tx) => {
    const rows = new Map((await listAllPosts(tx)).map((row) => [row.slug, row]));
    const result: ImportResult = { added: [], changed: [], unchanged: [] };
    for (const post of posts) result[await importPost(tx, post, rows.get(post.slug), now, onlyNew)].push(post.slug);
    return result;
  });

async function importPost(
  db: Db,
  post: PostSource,
  row: Row | undefined,
  now: Date,
  onlyNew: boolean,
): Promise<keyof ImportResult> {
  const [text, state] = [textOf(post), stateOf(post)];
  if (!row) return (await insertPost(db, post.slug, { ...text, ...state }, now)) ? 'added' : 'unchanged';
  const isTextUnchanged = (Object.keys(text) as (keyof PostContent)[]).every((name) => row[name] === text[name]);
  const isStateUnchanged = row.fileState === state.fileState;
  if (onlyNew || (isTextUnchanged && isStateUnchanged)) return 'unchanged';
  await updatePost(db, post.slug, { ...text, ...(isStateUnchanged ? {} : state) }, now);
  return 'changed';
}

const textOf = ({ title, description, markdown }: PostSource): PostContent => ({
  title,
  metaDescription: description,
  content: htmlFromMarkdown(markdown),
});

/** The date of a draft is only planned: a draft gets its date when it is published. */
const stateOf = ({ status, date }: PostSource): PostFileState => ({
  status,
  publishedAt: status === 'published' ? new Date(`${date}T00:00:00Z`) : null,
  fileState: `${status} ${date}`,
});
