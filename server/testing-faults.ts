import type { ShopParts } from './app.ts';

type Around = NonNullable<ShopParts['aroundProvider']>;
type Api = ReturnType<Around>;

/** Fault of a Stripe call: before Stripe sees it, or after Stripe has processed it. */
export type Fault = 'time-out before' | 'time-out after' | '500 after' | '429' | '403' | '401' | '400';

/** A Stripe transport with injected faults. */
export type Road = {
  aroundProvider: Around;
  /** All calls that were sent, such as 'POST /v1/accounts'. */
  calls: string[];
  /** Injects the fault into the next `times` calls whose name matches. */
  break: (name: RegExp, fault: Fault, times: number) => void;
  /** Removes all faults. */
  mend: () => void;
  /** Rejects the next matching call permanently with Stripe's error; its idempotency key repeats the rejection. */
  refuse: (name: RegExp, code: string, message?: string) => void;
  /** Delays the response of the next matching call until the callback resolves. */
  hold: (name: RegExp, until: (answer: Response) => Promise<void>) => void;
  /** Replaces the JSON body of each matching response by the result of `change`. */
  rewrite: (name: RegExp, change: Change) => void;
};

/** `accountId`: the connected account of the call; null on the platform. */
type Change = (body: unknown, accountId: string | null) => unknown;
type Refusal = { code: string; message: string };

export function openRoad(): Road {
  const calls: string[] = [];
  const faults: { name: RegExp; fault: Fault; times: number }[] = [];
  const refusals: (Refusal & { name: RegExp })[] = [];
  const refusedKeys = new Map<string, Refusal>();
  const rewrites: { name: RegExp; change: Change }[] = [];
  const holds: { name: RegExp; until: (answer: Response) => Promise<void> }[] = [];
  const aroundProvider: Around = (next) => async (input, init) => {
    const request = new Request(input, init);
    const name = `${request.method} ${new URL(request.url).pathname}`;
    calls.push(name);
    const broken = faults.find((fault) => fault.times > 0 && fault.name.test(name));
    if (broken) {
      broken.times--;
      return meet(broken.fault, next, request);
    }
    const key = request.headers.get('idempotency-key') ?? '';
    const index = refusals.findIndex((refusal) => refusal.name.test(name));
    const refused = refusedKeys.get(key) ?? (index < 0 ? undefined : refusals.splice(index, 1)[0]);
    if (refused) {
      if (key) refusedKeys.set(key, refused);
      return refusedFor(refused);
    }
    const accountId = request.headers.get('stripe-account');
    const answer = await rewritten(name, await next(request), accountId);
    const held = holds.findIndex((hold) => hold.name.test(name));
    if (held >= 0) await holds.splice(held, 1)[0]?.until(answer.clone());
    return answer;
  };
  async function rewritten(name: string, answer: Response, accountId: string | null): Promise<Response> {
    const { change } = rewrites.find((one) => one.name.test(name)) ?? {};
    return change ? Response.json(change(await answer.json(), accountId), answer) : answer;
  }
  return {
    aroundProvider,
    calls,
    break: (name, fault, times) => void faults.push({ name, fault, times }),
    mend: () => void faults.splice(0),
    refuse: (name, code, message = 'Refused on purpose') => void refusals.push({ name, code, message }),
    hold: (name, until) => void holds.push({ name, until }),
    rewrite: (name, change) => void rewrites.push({ name, change }),
  };
}

async function meet(fault: Fault, next: Api, request: Request): Promise<Response> {
  if (fault === '429') return failure(429, { type: 'invalid_request_error', code: 'rate_limit' });
  if (fault === '403') return missingPermission();
  if (fault === '401')
    return Response.json(
      { error: { type: 'invalid_request_error', message: 'Invalid API Key provided: sk_test_****1234' } },
      { status: 401 },
    );
  if (fault === '400') return refusedFor({ code: 'refused', message: 'Refused on purpose' });
  if (fault !== 'time-out before') await next(request);
  if (fault === '500 after') return failure(500, { type: 'api_error' });
  throw Object.assign(new Error('The provider did not answer in time'), { code: 'ETIMEDOUT' });
}

const failure = (status: number, error: { type: string; code?: string }): Response =>
  Response.json({ error: { ...error, message: 'Broken on purpose' } }, { status });

const refusedFor = ({ code, message }: Refusal): Response =>
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
