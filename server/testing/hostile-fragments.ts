import { readFileSync } from 'node:fs';
import path from 'node:path';

/** Hostile post content by subject. Any script in it calls `trip()`. */
export const HOSTILE_FRAGMENTS = JSON.parse(
  readFileSync(path.join(import.meta.dirname, 'hostile-fragments.json'), 'utf8'),
) as Record<string, string[]>;
