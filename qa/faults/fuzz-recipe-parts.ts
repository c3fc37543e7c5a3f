import type { FuzzRandom } from './fuzz-random.ts';

/** The bytes to send, in one or several parts. */
type Made = string | Buffer | readonly (string | Buffer)[];
export type Recipe = readonly [name: string, make: (chance: FuzzRandom, host: string) => Made, isWhole?: boolean];

export const MB = 1024 * 1024;
export const line = (chance: FuzzRandom) =>
  chance.pick([
    '/',
    '/pricing',
    '/healthz',
    '/c/nothing',
    '/auth/v1/user',
    '/functions/v1/check-slug',
    '/api/v1/pages',
  ]);
export const get = (chance: FuzzRandom, host: string, more = ''): string =>
  `GET ${line(chance)} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n${more}\r\n`;
const ENDPOINTS = [
  '/functions/v1/save-checkout-page',
  '/functions/v1/create-checkout-session',
  '/functions/v1/upload-image',
  '/auth/v1/signup',
  '/api/v1/pages',
  '/webhooks/stripe/connect',
  '/webhooks/mail',
  '/c/nothing',
  '/c/nothing/seen',
  '/purchases',
  '/metrics',
  '/sandbox/clock',
  '/sandbox/pay/nothing',
];
export const post = (chance: FuzzRandom, host: string, headers: string, type = 'application/json'): string =>
  `POST ${chance.pick(ENDPOINTS)} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\nContent-Type: ${type}\r\n${headers}\r\n`;
export const megabytes = (count: number, head: string): Buffer[] => {
  const block = Buffer.alloc(MB, 'a');
  return [Buffer.from(head), ...Array.from({ length: count }, () => block)];
};
export const chunked = (chance: FuzzRandom, host: string, chunks: string): string =>
  post(chance, host, 'Transfer-Encoding: chunked\r\n') + chunks;
