import { readBlogPosts } from './blog-posts.ts';

/** Posts; `raw` is all the text that readers see. */
export const BLOG_POSTS = readBlogPosts().map(({ markdown, ...post }) => ({
  ...post,
  body: markdown,
  raw: [post.title, post.description, markdown].join('\n'),
}));

const isTableRow = (line: string): boolean => line.startsWith('|');

const splitCells = (row: string): string[] =>
  row
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim());

/** Table rows of cells; the first row is the header. */
export type BlogTable = string[][];

export const parseTables = (body: string): BlogTable[] =>
  body
    .split('\n\n')
    .filter(isTableRow)
    .map((block) => block.trim().split('\n').toSpliced(1, 1).map(splitCells));

/** The text without tables. */
export const getProse = (body: string): string =>
  body
    .split('\n')
    .filter((line) => !isTableRow(line))
    .join('\n');
