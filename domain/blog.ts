import { z } from 'zod';

export const POST_STATUSES = ['draft', 'published'] as const;
export type PostStatus = (typeof POST_STATUSES)[number];

/** A published post as a list shows it. */
export type PostSummary = {
  id: string;
  slug: string;
  title: string;
  metaDescription: string;
  publishedAt: Date | null;
};
export type RelatedPost = Omit<PostSummary, 'id'>;

/** A published post; `content` is HTML. */
export type Post = PostSummary & { content: string; updatedAt: Date };

export const RELATED_POSTS = 3;

/** True for the slug format of our own posts, which is their file name. Rows written by other tools may have any slug. */
export const isPostSlug = (text: string): boolean => /^[a-z0-9-]{1,100}$/.test(text);

/** True if a post can have this slug at all; other slugs are not looked up in the database. */
export const maybePostSlug = (text: string): boolean => text.length <= 300 && !/\p{Cc}/u.test(text);

/** URL path of a post; encodes any slug. */
export const postPath = (slug: string): string => `/blog/${encodeURIComponent(slug)}`;

const WORDS_PER_MINUTE = 220;

export function readingMinutes(html: string): number {
  const words = html.replace(/<[^>]*>/g, ' ').match(/[\p{L}\p{N}][^\s]*/gu) ?? [];
  return Math.max(1, Math.round(words.length / WORDS_PER_MINUTE));
}

const PostHead = z.strictObject({
  title: z.string().min(1).max(200),
  description: z.string().min(1).max(300),
  date: z.iso.date(),
  status: z.enum(POST_STATUSES),
});

/** A post as its file defines it: front matter of `name: value` lines, then Markdown. */
export type WrittenPost = z.infer<typeof PostHead> & { slug: string; markdown: string };

/** Throws an error with the file name and all mistakes in its front matter. */
export function postFromFile(slug: string, text: string): WrittenPost {
  const wrong = (problem: string) => new Error(`${slug}.md: ${problem}`);
  if (!isPostSlug(slug)) throw wrong('the name may have lower case letters, digits and hyphens');
  const [, head, markdown] = /^---\n(.*?)\n---\n(.*)$/s.exec(text.replaceAll('\r\n', '\n')) ?? [];
  if (head === undefined || markdown === undefined)
    throw wrong('it must begin with a head between two lines of ---');
  const pairs = head.split('\n').map((line) => line.split(/: *(.*)/s).slice(0, 2));
  const read = PostHead.safeParse(Object.fromEntries(pairs));
  if (!read.success) throw wrong(z.prettifyError(read.error));
  return { slug, ...read.data, markdown: markdown.trimStart() };
}
