#!/usr/bin/env node
// The command line of a shop. It knows nothing but the shop's API (/api/v1), and needs Node 20 and nothing else.
import process from 'node:process';

import { run } from './run.mjs';

// Whoever reads has seen enough: `tillwright orders list | head`.
process.stdout.on('error', (error) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit(0);
});

process.exitCode = await run(process.argv.slice(2));
