#!/usr/bin/env node
import process from 'node:process';

import { run } from './run.ts';

// The reader has closed the pipe: `tillwright orders list | head`.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit(0);
});

process.exitCode = await run(process.argv.slice(2));
