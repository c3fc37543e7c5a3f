import { and, asc, desc, eq, ne, sql } from 'drizzle-orm';

import { RELATED_POSTS, type Post, type PostStatus, type PostSummary, type RelatedPost } from '#domain/blog-post.ts';

import type { Db } from '../db/client.ts';
import { blogPosts } from '../db/schema-blog.ts';

const { id, slug, title, metaDescription, publishedAt, content, updatedAt } = blogPosts;
const isPublished = eq(blogPosts.status, 'published');
const newestFirst = [sql`${publishedAt} desc nulls last`, asc(slug)];

export const listPublishedPosts = (db: Db): Promise<PostSummary[]> =>
  db
    .select({ id, slug, title, metaDescription, publishedAt })
    .from(blogPosts)
    .where(isPublished)
    .orderBy(...newestFirst);

export async function findPublishedPost(db: Db, postSlug: string): Promise<Post | null> {
  const [row] = await db
    .select({ id, slug, title, metaDescription, publishedAt, content, updatedAt })
    .from(blogPosts)
    .where(and(eq(slug, postSlug), isPublished));
  return row ?? null;
}

/** The newest other posts. */
export const listRelatedPosts = (db: Db, currentSlug: string): Promise<RelatedPost[]> =>
  db
    .select({ slug, title, metaDescription, publishedAt })
    .from(blogPosts)
    .where(and(isPublished, ne(slug, currentSlug)))
    .orderBy(...newestFirst)
    .limit(RELATED_POSTS);

/** All posts including drafts, for the operator. */
export const listAllPosts = (db: Db) =>
  db
    .select()
    .from(blogPosts)
    .orderBy(desc(blogPosts.status), ...newestFirst);

/** Fields that a file sets in its post. */
export type PostContent = { title: string; metaDescription: string; content: string };
/** Status and date as named by the file. */
export type PostFileState = { status: PostStatus; publishedAt: Date | null; fileState: string };

/** False when the slug already exists. */
export async function insertPost(
  db: Db,
  postSlug: string,
  post: PostContent & PostFileState,
  now: Date,
): Promise<boolean> {
  const rows = await db
    .insert(blogPosts)
    .values({ slug: postSlug, ...post, createdAt: now, updatedAt: now })
    .onConflictDoNothing()
    .returning({ id });
  return rows.length > 0;
}

export async function updatePost(
  db: Db,
  postSlug: string,
  post: PostContent & Partial<PostFileState>,
  now: Date,
): Promise<void> {
  await db
    .update(blogPosts)
    .set({ ...post, updatedAt: now })
    .where(eq(slug, postSlug));
}

/** Sets the publication date at the first publication. False when there is no such post. */
export async function updatePostStatus(db: Db, postSlug: string, status: PostStatus, now: Date): Promise<boolean> {
  const publicationDate =
    status === 'published' ? { publishedAt: sql`coalesce(${publishedAt}, ${now.toISOString()})` } : {};
  const rows = await db
    .update(blogPosts)
    .set({ status, ...publicationDate, updatedAt: now })
    .where(eq(slug, postSlug))
    .returning({ id });
  return rows.length > 0;
}
