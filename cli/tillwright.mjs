#!/usr/bin/env node
// Runs the command line from a copy of the repository. Older versions of Node cannot run TypeScript, so the installed Node 24 does.
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import process from 'node:process';

const main = path.join(import.meta.dirname, 'main.ts');

if (process.features.typescript) await import(main);
else {
  const node = path.join(import.meta.dirname, '../node_modules/.bin/node');
  const { status, error } = spawnSync(node, [main, ...process.argv.slice(2)], { stdio: 'inherit' });
  if (error) console.error('Run npm ci first, or use Node.js 22.18 or newer.');
  process.exitCode = status ?? 70;
}
