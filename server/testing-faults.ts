import type { ShopParts } from './app.ts';

type Around = NonNullable<ShopParts['aroundProvider']>;
type Api = ReturnType<Around>;

/** What happens to a call: before the provider sees it, or after it has done what was asked. */
export type Fault = 'time-out before' | 'time-out after' | '500 after' | '429' | '400';

/** The road to the provider with faults on it. */
export type Road = {
  aroundProvider: Around;
  /** Every call that went out, as 'POST /v1/accounts'. */
  calls: string[];
  /** The next `times` calls whose name fits meet the fault. */
  break: (name: RegExp, fault: Fault, times: number) => void;
  /** From now on nothing is broken. */
  mend: () => void;
  /** The next call whose name fits is refused for good, in the provider's words. */
  refuse: (name: RegExp, code: string, message?: string) => void;
  /** The next call whose name fits gets its answer when what is given here is done. */
  hold: (name: RegExp, until: (answer: Response) => Promise<void>) => void;
};

export function openRoad(): Road {
  const calls: string[] = [];
  const faults: { name: RegExp; fault: Fault; times: number }[] = [];
  const refusals: { name: RegExp; code: string; message: string }[] = [];
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
    const refused = refusals.findIndex((refusal) => refusal.name.test(name));
    if (refused >= 0) return refusedFor(refusals.splice(refused, 1)[0]);
    const answer = await next(request);
    const held = holds.findIndex((hold) => hold.name.test(name));
    if (held >= 0) await holds.splice(held, 1)[0]?.until(answer.clone());
    return answer;
  };
  return {
    aroundProvider,
    calls,
    break: (name, fault, times) => void faults.push({ name, fault, times }),
    mend: () => void faults.splice(0),
    refuse: (name, code, message = 'Refused on purpose') => void refusals.push({ name, code, message }),
    hold: (name, until) => void holds.push({ name, until }),
  };
}

async function meet(fault: Fault, next: Api, request: Request): Promise<Response> {
  if (fault === '429') return refusal(429, 'rate_limit');
  if (fault === '400') return refusedFor({ code: 'refused', message: 'Refused on purpose' });
  if (fault !== 'time-out before') await next(request);
  if (fault === '500 after') return refusal(500, 'api_error');
  throw Object.assign(new Error('The provider did not answer in time'), { code: 'ETIMEDOUT' });
}

const refusal = (status: number, code: string): Response =>
  Response.json({ error: { type: 'api_error', code, message: 'Broken on purpose' } }, { status });

const refusedFor = (refusal: { code: string; message: string } | undefined): Response =>
  Response.json(
    { error: { type: 'invalid_request_error', code: refusal?.code, message: refusal?.message } },
    { status: 400 },
  );

/** Tries that the SDK makes for one call of ours. */
export const TRIES = 3;
