import { readFileSync } from 'node:fs';
import path from 'node:path';

/** What somebody could write into a post who means harm, by subject. Whatever of it runs calls `trip()`. */
export const HOSTILE_FRAGMENTS = JSON.parse(
  readFileSync(path.join(import.meta.dirname, 'hostile-fragments.json'), 'utf8'),
) as Record<string, string[]>;
