// Worker thread of `readGumroadFile`: parses the file in `workerData` and posts one GumroadWorkerAnswer.
import { parentPort, workerData } from 'node:worker_threads';

import { isShopError } from '#domain/errors.ts';

import { gumroadProducts } from './gumroad-file.ts';
import type { GumroadWorkerAnswer } from './read-gumroad-file.ts';

function answer(csv: string): GumroadWorkerAnswer {
  try {
    return { products: gumroadProducts(csv) };
  } catch (error) {
    if (isShopError(error) && error.code === 'import_unreadable') return { refusal: error.message };
    throw error;
  }
}

parentPort?.postMessage(answer(workerData as string));
