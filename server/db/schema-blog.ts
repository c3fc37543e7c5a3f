import { sql } from 'drizzle-orm';
import { check, index, pgTable, text } from 'drizzle-orm/pg-core';

import type { PostStatus } from '#domain/blog-post.ts';

import { createdAt, id, time } from './columns.ts';

// The blog. Rows may also be written by hand or by other tools, so columns have defaults.

export const blogPosts = pgTable(
  'blog_posts',
  {
    id: id().defaultRandom(),
    slug: text('slug').notNull().unique(),
    title: text('title').notNull(),
    metaDescription: text('meta_description').notNull().default(''),
    /** HTML from any source; sanitized each time before it is shown. */
    content: text('content').notNull().default(''),
    status: text('status').$type<PostStatus>().notNull().default('draft'),
    publishedAt: time('published_at'),
    /** Status and date of the post's file at its last import; null for a post without a file. */
    fileState: text('file_state'),
    createdAt: createdAt().defaultNow(),
    updatedAt: time('updated_at').notNull().defaultNow(),
  },
  (table) => [
    index().on(table.status, table.publishedAt),
    check('blog_posts_status', sql`${table.status} in ('draft', 'published')`),
  ],
);
