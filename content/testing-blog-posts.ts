import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const FOLDER = path.join(import.meta.dirname, 'blog');

/** A post as tests read it, with plain spaces where the file has no-break ones. */
export type BlogPost = { slug: string; meta: Record<string, string>; body: string; raw: string };

function postFrom(name: string): BlogPost {
  const raw = readFileSync(path.join(FOLDER, name), 'utf8');
  const [, head = '', body = ''] = /^---\n(.*?)\n---\n\n(.*)$/s.exec(raw) ?? [];
  const pairs = head.split('\n').map((line) => line.split(/: (.*)/s).slice(0, 2) as [string, string]);
  return { slug: path.basename(name, '.md'), meta: Object.fromEntries(pairs), body: plain(body), raw };
}

const plain = (text: string): string => text.replaceAll('\u00a0', ' ');

export const BLOG_POSTS: readonly BlogPost[] = readdirSync(FOLDER).map(postFrom);

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
