import { Worker } from 'node:worker_threads';

import { importMessages } from '#content/messages/import-warnings.ts';
import { AppError } from '#domain/errors.ts';

import type { ImportedProduct } from './imported-product.ts';

const TIMEOUT_MS = 15_000;
const MAX_HEAP_MB = 256;

/** Result of the worker; `error` is a message for the seller. */
export type GumroadWorkerAnswer = { products: ImportedProduct[] } | { error: string };

/**
 * Parses a Gumroad file in a worker thread, so that a large file does not block other requests. Throws AppError
 * 'import_unreadable', also after `timeoutMs`.
 */
export async function readGumroadFile(csv: string, timeoutMs = TIMEOUT_MS): Promise<ImportedProduct[]> {
  const worker = new Worker(new URL('./gumroad-worker.ts', import.meta.url), {
    workerData: csv,
    resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB },
  });
  const { promise, resolve, reject } = Promise.withResolvers<GumroadWorkerAnswer>();
  worker.once('message', resolve);
  worker.once('error', reject);
  const timeoutAnswer = { error: importMessages.errors.timeout };
  const timer = setTimeout(() => resolve(timeoutAnswer), timeoutMs);
  try {
    const answer = await promise;
    if ('error' in answer) throw new AppError('import_unreadable', { message: answer.error });
    return answer.products;
  } finally {
    clearTimeout(timer);
    await worker.terminate();
  }
}
