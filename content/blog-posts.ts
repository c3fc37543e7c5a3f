import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

import { parsePostFile, type PostSource } from '#domain/blog-post.ts';

const BLOG_DIR = path.join(import.meta.dirname, 'blog');

/** Reads the posts of `blog/*.md`. Throws an error that describes the first invalid file. */
export const readBlogPosts = (): PostSource[] =>
  readdirSync(BLOG_DIR)
    .filter((name) => name.endsWith('.md'))
    .toSorted()
    .map((name) => parsePostFile(path.basename(name, '.md'), readFileSync(path.join(BLOG_DIR, name), 'utf8')));
