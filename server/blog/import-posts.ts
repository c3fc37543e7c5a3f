import type { WrittenPost } from '#domain/blog.ts';
import type { Db } from '#server/db/client.ts';
import {
  insertPost,
  listAllPosts,
  updatePost,
  type FileState,
  type PostWords,
} from '#server/db/blog-posts.ts';

import { htmlFromMarkdown } from './html-from-markdown.ts';

/** Slugs by result. */
export type Imported = { added: string[]; changed: string[]; same: string[] };

type Row = Awaited<ReturnType<typeof listAllPosts>>[number];

/**
 * Imports blog posts from files. The text is always updated; status and date only when the file changes them, so that
 * changes in the app survive. Never deletes posts. `onlyNew` skips existing posts.
 */
export const importPosts = (
  db: Db,
  posts: readonly WrittenPost[],
  now: Date,
  { onlyNew = false } = {},
): Promise<Imported> =>
  db.transaction(async (tx) => {
    const rows = new Map((await listAllPosts(tx)).map((row) => [row.slug, row]));
    const imported: Imported = { added: [], changed: [], same: [] };
    for (const post of posts)
      imported[await importPost(tx, post, rows.get(post.slug), now, onlyNew)].push(post.slug);
    return imported;
  });

async function importPost(
  db: Db,
  post: WrittenPost,
  row: Row | undefined,
  now: Date,
  onlyNew: boolean,
): Promise<keyof Imported> {
  const [words, state] = [wordsOf(post), stateOf(post)];
  if (!row) return (await insertPost(db, post.slug, { ...words, ...state }, now)) ? 'added' : 'same';
  const isSame = (Object.keys(words) as (keyof PostWords)[]).every((name) => row[name] === words[name]);
  const saysSame = row.fileSays === state.fileSays;
  if (onlyNew || (isSame && saysSame)) return 'same';
  await updatePost(db, post.slug, { ...words, ...(saysSame ? {} : state) }, now);
  return 'changed';
}

const wordsOf = ({ title, description, markdown }: WrittenPost): PostWords => ({
  title,
  metaDescription: description,
  content: htmlFromMarkdown(markdown),
});

/** The date of a draft is only planned: a draft gets its date when it is published. */
const stateOf = ({ status, date }: WrittenPost): FileState => ({
  status,
  publishedAt: status === 'published' ? new Date(`${date}T00:00:00Z`) : null,
  fileSays: `${status} ${date}`,
});
