import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

import { postFromFile, type WrittenPost } from '#domain/blog.ts';

const FOLDER = path.join(import.meta.dirname, 'blog');

/** Reads the posts of `blog/*.md`. Throws an error that describes the first invalid file. */
export const readBlogPosts = (): WrittenPost[] =>
  readdirSync(FOLDER)
    .filter((name) => name.endsWith('.md'))
    .toSorted()
    .map((name) => postFromFile(path.basename(name, '.md'), readFileSync(path.join(FOLDER, name), 'utf8')));
