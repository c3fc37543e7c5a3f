import { readBlogPosts } from './blog-posts.ts';

/** The posts as tests read them, with plain spaces where the files have no-break ones; `raw` has those. */
export const BLOG_POSTS = readBlogPosts().map(({ markdown, ...post }) => ({
  ...post,
  body: markdown.replaceAll('\u00a0', ' '),
  raw: [post.title, post.description, markdown].join('\n'),
}));

const isRow = (line: string): boolean => line.startsWith('|');

const cellsOf = (row: string): string[] =>
  row
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim());

/** Rows of cells, the head first. */
export type BlogTable = string[][];

export const tablesOf = (body: string): BlogTable[] =>
  body
    .split('\n\n')
    .filter(isRow)
    .map((block) => block.trim().split('\n').toSpliced(1, 1).map(cellsOf));

/** Everything but the tables. */
export const proseOf = (body: string): string =>
  body
    .split('\n')
    .filter((line) => !isRow(line))
    .join('\n');
