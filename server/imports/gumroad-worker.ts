// Worker thread of `readGumroadFile`: parses the file in `workerData` and posts one GumroadWorkerAnswer.
import { parentPort, workerData } from 'node:worker_threads';

import { isAppError } from '#domain/errors.ts';

import { parseGumroadProducts } from './gumroad-file.ts';
import type { GumroadWorkerAnswer } from './read-gumroad-file.ts';

function parse(csv: string): GumroadWorkerAnswer {
  try {
    return { products: parseGumroadProducts(csv) };
  } catch (error) {
    if (isAppError(error) && error.code === 'import_unreadable') return { error: error.message };
    throw error;
  }
}

parentPort?.postMessage(parse(workerData as string));
