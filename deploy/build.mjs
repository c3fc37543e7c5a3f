// Builds the pages into build/current, for installations that start server.ts without start.mjs. Plain JavaScript for Node 20.
import { rmSync, symlinkSync } from 'node:fs';
import path from 'node:path';

import { builtFolder } from '../set-up.mjs';

const folder = await builtFolder();
if (!folder) process.exit(1);
const current = path.join(path.dirname(folder), 'current');
rmSync(current, { recursive: true, force: true });
symlinkSync(path.basename(folder), current);
console.log(`Built: ${folder}`);
