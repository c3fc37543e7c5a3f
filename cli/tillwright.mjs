#!/usr/bin/env node
// The command-line client. It uses only the public API (/api/v1) and needs only Node 20.
import process from 'node:process';

import { run } from './run.mjs';

// The reader has closed the pipe: `tillwright orders list | head`.
process.stdout.on('error', (error) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit(0);
});

process.exitCode = await run(process.argv.slice(2));
