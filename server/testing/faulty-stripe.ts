import type { AppOptions } from '../app.ts';

type WrapStripe = NonNullable<AppOptions['wrapStripe']>;
type Api = ReturnType<WrapStripe>;

/** Fault of a Stripe call: before Stripe sees it, or after Stripe has processed it. */
export type Fault = 'time-out before' | 'time-out after' | '500 after' | '429' | '403' | '401' | '400';

/** A Stripe transport with injected faults. */
export type FaultyStripe = {
  wrapStripe: WrapStripe;
  /** All calls that were sent, such as 'POST /v1/accounts'. */
  calls: string[];
  /** Injects the fault into the next `times` calls whose name matches. */
  injectFault: (name: RegExp, fault: Fault, times: number) => void;
  /** Removes all faults. */
  clearFaults: () => void;
  /** Rejects the next matching call permanently with Stripe's error; its idempotency key repeats the rejection. */
  rejectOnce: (name: RegExp, code: string, message?: string) => void;
  /** Delays the response of the next matching call until the callback resolves. */
  delayOnce: (name: RegExp, callback: (response: Response) => Promise<void>) => void;
  /** Replaces the JSON body of each matching response by the result of `change`. */
  rewrite: (name: RegExp, change: Change) => void;
};

/** `accountId`: the connected account of the call; null on the platform. */
type Change = (body: unknown, accountId: string | null) => unknown;
type Rejection = { code: string; message: string };

export function createFaultyStripe(): FaultyStripe {
  const calls: string[] = [];
  const faults: { name: RegExp; fault: Fault; times: number }[] = [];
  const rejections: (Rejection & { name: RegExp })[] = [];
  const rejectedKeys = new Map<string, Rejection>();
  const rewrites: { name: RegExp; change: Change }[] = [];
  const delays: { name: RegExp; callback: (response: Response) => Promise<void> }[] = [];
  const wrapStripe: WrapStripe = (next) => async (input, init) => {
    const request = new Request(input, init);
    const name = `${request.method} ${new URL(request.url).pathname}`;
    calls.push(name);
    const match = faults.find((fault) => fault.times > 0 && fault.name.test(name));
    if (match) {
      match.times--;
      return applyFault(match.fault, next, request);
    }
    const key = request.headers.get('idempotency-key') ?? '';
    const rejectionIndex = rejections.findIndex((pending) => pending.name.test(name));
    const rejection =
      rejectedKeys.get(key) ?? (rejectionIndex < 0 ? undefined : rejections.splice(rejectionIndex, 1)[0]);
    if (rejection) {
      if (key) rejectedKeys.set(key, rejection);
      return rejectionResponse(rejection);
    }
    const accountId = request.headers.get('stripe-account');
    const response = await rewriteResponse(name, await next(request), accountId);
    const delayIndex = delays.findIndex((delayOnce) => delayOnce.name.test(name));
    if (delayIndex >= 0) await delays.splice(delayIndex, 1)[0]?.callback(response.clone());
    return response;
  };
  async function rewriteResponse(name: string, response: Response, accountId: string | null): Promise<Response> {
    const { change } = rewrites.find((rewriteRule) => rewriteRule.name.test(name)) ?? {};
    return change ? Response.json(change(await response.json(), accountId), response) : response;
  }
  return {
    wrapStripe,
    calls,
    injectFault: (name, fault, times) => void faults.push({ name, fault, times }),
    clearFaults: () => void faults.splice(0),
    rejectOnce: (name, code, message = 'Refused on purpose') => void rejections.push({ name, code, message }),
    delayOnce: (name, callback) => void delays.push({ name, callback }),
    rewrite: (name, change) => void rewrites.push({ name, change }),
  };
}

async function applyFault(fault: Fault, next: Api, request: Request): Promise<Response> {
  if (fault === '429') return failure(429, { type: 'invalid_request_error', code: 'rate_limit' });
  if (fault === '403') return missingPermission();
  if (fault === '401')
    return Response.json(
      { error: { type: 'invalid_request_error', message: 'Invalid API Key provided: sk_test_****1234' } },
      { status: 401 },
    );
  if (fault === '400') return rejectionResponse({ code: 'refused', message: 'Refused on purpose' });
  if (fault !== 'time-out before') await next(request);
  if (fault === '500 after') return failure(500, { type: 'api_error' });
  throw Object.assign(new Error('The provider did not answer in time'), { code: 'ETIMEDOUT' });
}

const failure = (status: number, error: { type: string; code?: string }): Response =>
  Response.json({ error: { ...error, message: 'Broken on purpose' } }, { status });

const rejectionResponse = ({ code, message }: Rejection): Response =>
  Response.json({ error: { type: 'invalid_request_error', code, message } }, { status: 400 });

/** Stripe's response to a restricted key that lacks the permission for a call; it has no code. */
const missingPermission = (): Response =>
  Response.json(
    {
      error: {
        type: 'invalid_request_error',
        message:
          "The provided key 'rk_test_*********abcd' does not have the required permissions for this endpoint. Having the 'rak_accounts_kyc_basic_read' permission would allow this request to continue.",
      },
    },
    { status: 403 },
  );

/** Attempts that the SDK makes for one call. */
export const TRIES = 3;
