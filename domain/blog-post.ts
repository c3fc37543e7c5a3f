import { z } from 'zod';

const POST_STATUSES = ['draft', 'published'] as const;
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
export const isPossiblePostSlug = (text: string): boolean => text.length <= 300 && !/\p{Cc}/u.test(text);

/** URL path of a post; encodes any slug. */
export const getPostPath = (slug: string): string => `/blog/${encodeURIComponent(slug)}`;

const WORDS_PER_MINUTE = 220;

export function countReadingMinutes(html: string): number {
  const words = html.replace(/<[^>]*>/g, ' ').match(/[\p{L}\p{N}][^\s]*/gu) ?? [];
  return Math.max(1, Math.round(words.length / WORDS_PER_MINUTE));
}

const PostFrontMatter = z.strictObject({
  title: z.string().min(1).max(200),
  description: z.string().min(1).max(300),
  date: z.iso.date(),
  status: z.enum(POST_STATUSES),
});

/** A post as its file defines it: front matter of `name: value` lines, then Markdown. */
export type PostSource = z.infer<typeof PostFrontMatter> & { slug: string; markdown: string };

/** Throws an error with the file name and all mistakes in its front matter. */
export function parsePostFile(slug: string, text: string): PostSource {
  const createError = (message: string) => new Error(`${slug}.md: ${message}`);
  if (!isPostSlug(slug)) throw createError('the name may have lower case letters, digits and hyphens');
  const [, frontMatter, markdown] = /^---\n(.*?)\n---\n(.*)$/s.exec(text.replaceAll('\r\n', '\n')) ?? [];
  if (frontMatter === undefined || markdown === undefined)
    throw createError('it must begin with a head between two lines of ---');
  const pairs = frontMatter.split('\n').map((line) => line.split(/: *(.*)/s).slice(0, 2));
  const parsed = PostFrontMatter.safeParse(Object.fromEntries(pairs));
  if (!parsed.success) throw createError(z.prettifyError(parsed.error));
  return { slug, ...parsed.data, markdown: markdown.trimStart() };
}
