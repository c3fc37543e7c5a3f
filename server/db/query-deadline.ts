import { AsyncLocalStorage } from 'node:async_hooks';

/** Timeout of each query of a request, so that its response comes within seconds. */
const REQUEST_QUERY_TIMEOUT_MS = 2500;
/** Timeout of each query outside requests: slightly longer than the server's statement timeout. */
const QUERY_TIMEOUT_MS = 6000;

const isInRequest = new AsyncLocalStorage<boolean>();

/** Runs a request, whose queries time out after 2.5 seconds each. */
export const withRequestDeadline = <T>(run: () => Promise<T>): Promise<T> =>
  // Await inside the context: a lazy query starts only when it is awaited.
  isInRequest.run(true, async () => await run());

/** Runs background or long work of a request with the usual timeout per query. */
export const withoutRequestDeadline = <T>(run: () => T): T => isInRequest.run(false, run);

export const queryTimeoutMs = (): number => (isInRequest.getStore() ? REQUEST_QUERY_TIMEOUT_MS : QUERY_TIMEOUT_MS);
