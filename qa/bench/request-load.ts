// Sends requests to app processes, as fast as they answer or at a fixed rate.

import { once } from 'node:events';
import { Agent, request, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';

/** The app closes idle connections after five seconds; this client closes them sooner. */
const agent = new Agent({ keepAlive: true, timeout: 4000 });

/** Keeps this many requests in progress at each process until the time is over or no work is left. */
export async function runConcurrently(
  urls: readonly string[],
  each: number,
  shouldContinue: () => boolean,
  action: (url: string) => Promise<void>,
): Promise<number> {
  let done = 0;
  const worker = async (url: string) => {
    for (; shouldContinue(); done++) await action(url);
  };
  await Promise.all(urls.flatMap((url) => Array.from({ length: each }, () => worker(url))));
  return done;
}

/** Sends this many requests per second to all processes in rotation, however long each takes. */
export async function runAtRate(
  urls: readonly string[],
  perSecond: number,
  seconds: number,
  action: (url: string) => Promise<void>,
): Promise<number> {
  const started = performance.now();
  const actions: Promise<void>[] = [];
  for (let number = 0; number < perSecond * seconds; number++) {
    const ahead = started + (number * 1000) / perSecond - performance.now();
    if (ahead > 0) await new Promise((resolve) => setTimeout(resolve, ahead));
    actions.push(action(urls[number % urls.length] ?? ''));
  }
  await Promise.all(actions);
  return actions.length;
}

/** Returns a function that is true until this many seconds have passed. */
export const createDeadline = (seconds: number) => {
  const deadline = performance.now() + seconds * 1000;
  return () => performance.now() < deadline;
};

type RequestOptions = { method?: string; headers?: Record<string, string>; body?: string };

/** Returns the text of a 200 response and throws otherwise. Unlike `fetch`, the headers may set the Host. */
export async function sendRequest(
  url: string,
  { method = 'GET', headers = {}, body = '' }: RequestOptions = {},
): Promise<string> {
  const outgoing = request(url, { agent, method, headers });
  outgoing.end(body);
  const [answer] = (await once(outgoing, 'response')) as [IncomingMessage];
  const responseText = await text(answer);
  const { statusCode = 0 } = answer;
  if (statusCode >= 400) throw new Error(`${url} answered ${statusCode}: ${responseText.slice(0, 200)}`);
  return responseText;
}
