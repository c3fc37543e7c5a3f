import { z } from 'zod';

export const POST_STATUSES = ['draft', 'published'] as const;
export type PostStatus = (typeof POST_STATUSES)[number];

/** What a list says of a published post. */
export type PostSummary = {
  id: string;
  slug: string;
  title: string;
  metaDescription: string;
  publishedAt: Date | null;
};
export type RelatedPost = Omit<PostSummary, 'id'>;

/** A published post; its content is HTML. */
export type Post = PostSummary & { content: string; updatedAt: Date };

export const RELATED_POSTS = 3;

/** The slug of a post of ours, which is the name of its file. Rows that other tools write may have any slug. */
export const isPostSlug = (text: string): boolean => /^[a-z0-9-]{1,100}$/.test(text);

/** Whether a post may have this slug at all; the database is not asked about anything else. */
export const maybePostSlug = (text: string): boolean => text.length <= 300 && !/\p{Cc}/u.test(text);

/** The path of a post, whatever its slug has in it. */
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

/** A post as its file says it: front matter of `name: value` lines, then Markdown. */
export type WrittenPost = z.infer<typeof PostHead> & { slug: string; markdown: string };

/** Throws with the name of the file and everything that is wrong with its head. */
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
