/** `later`: nothing to do in the sandbox, but required for live mode. */
export type FindingState = 'ok' | 'later' | 'warning' | 'wrong';

/** Result of one check and its remedy, without final periods. Names variables, never their values. */
export type Finding = { part: string; state: FindingState; says: string; remedy?: string };

type CreateFinding = (says: string, remedy?: string) => Finding;

export function findingsAbout(part: string): Record<FindingState, CreateFinding> {
  const create =
    (state: FindingState): CreateFinding =>
    (says, remedy) => ({ part, state, says, ...(remedy && { remedy }) });
  return { ok: create('ok'), later: create('later'), warning: create('warning'), wrong: create('wrong') };
}

/** Runs a check; a check that throws becomes a finding. */
export async function runCheck(part: string, check: () => Promise<Finding[]>): Promise<Finding[]> {
  try {
    return await check();
  } catch (error) {
    return [findingsAbout(part).wrong(`the check failed: ${error instanceof Error ? error.message : String(error)}`)];
  }
}

const REQUEST_TIMEOUT_MS = 10_000;

/** Makes a request without redirects. Returns the error of a server that does not answer. */
export const request = (externalFetch: typeof fetch, url: string, init: RequestInit = {}): Promise<Response | Error> =>
  externalFetch(url, { redirect: 'manual', signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS), ...init }).catch(
    (error: Error) => error,
  );

/** Whether a response is one of the app, which gives each an id. The HTTP library may replace the global `Response`. */
export const isOfApp = (answer: Response | Error): answer is Response =>
  !(answer instanceof Error) && answer.headers.has('x-request-id');
