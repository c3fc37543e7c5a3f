// Who asks the processes of a shop: as fast as they answer, or at a rate.

import { once } from 'node:events';
import { Agent, request, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';

/** The shop lets go of a line that rests for five seconds; ours rest for less. */
const agent = new Agent({ keepAlive: true, timeout: 4000 });

/** So many at once at each process, until it is time or nothing is left. */
export async function inFlight(
  urls: readonly string[],
  each: number,
  goOn: () => boolean,
  act: (url: string) => Promise<void>,
): Promise<number> {
  let done = 0;
  const lane = async (url: string) => {
    for (; goOn(); done++) await act(url);
  };
  await Promise.all(urls.flatMap((url) => Array.from({ length: each }, () => lane(url))));
  return done;
}

/** So many in a second at all processes together, one after the other, however long each takes. */
export async function atRate(
  urls: readonly string[],
  perSecond: number,
  seconds: number,
  act: (url: string) => Promise<void>,
): Promise<number> {
  const started = performance.now();
  const acts: Promise<void>[] = [];
  for (let number = 0; number < perSecond * seconds; number++) {
    const ahead = started + (number * 1000) / perSecond - performance.now();
    if (ahead > 0) await new Promise((resolve) => setTimeout(resolve, ahead));
    acts.push(act(urls[number % urls.length] ?? ''));
  }
  await Promise.all(acts);
  return acts.length;
}

/** True until so many seconds have gone by. */
export const within = (seconds: number) => {
  const late = performance.now() + seconds * 1000;
  return () => performance.now() < late;
};

type Asked = { method?: string; headers?: Record<string, string>; body?: string };

/** The text of a good answer; any other is thrown. Unlike with `fetch`, the headers may name the host that is asked for. */
export async function ask(
  url: string,
  { method = 'GET', headers = {}, body = '' }: Asked = {},
): Promise<string> {
  const asked = request(url, { agent, method, headers });
  asked.end(body);
  const [answer] = (await once(asked, 'response')) as [IncomingMessage];
  const told = await text(answer);
  const { statusCode = 0 } = answer;
  if (statusCode >= 400) throw new Error(`${url} answered ${statusCode}: ${told.slice(0, 200)}`);
  return told;
}
