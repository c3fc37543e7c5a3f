import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

import { COMPLETE_RECIPES, INCOMPLETE_RECIPES, LARGE_RECIPES } from './fuzz-recipes.ts';
import type { FuzzRandom } from './fuzz-values.ts';

export type WireResponse = { status: number; headers: Readonly<Record<string, unknown>>; body: string };

/**
 * `hung`: neither a response nor the end of the connection came in time. `closed`: the connection ended without a
 * response.
 */
export type WireResult = WireResponse | 'hung' | 'closed';

/** The timeout for the whole response or the end of the connection. */
export const RESPONSE_TIMEOUT_MS = 5000;

/** Raw bytes on a separate connection. */
type RawCase = {
  name: string;
  parts: readonly Buffer[];
  /** What the client does after its last byte: it waits, half-closes, or disconnects. */
  closingBytes: 'waits' | 'half closes' | 'goes';
  /** Whether these bytes form a complete request: the server must answer or close in time. */
  isComplete: boolean;
};

const LARGE = Object.entries(LARGE_RECIPES);
const USUAL = Object.entries({ ...COMPLETE_RECIPES, ...INCOMPLETE_RECIPES });

export function createRawCase(chance: FuzzRandom, host: string): RawCase {
  const [name, make] = chance.is(0.002) ? chance.pick(LARGE) : chance.pick(USUAL);
  const made = make(chance, host);
  const parts = (typeof made === 'string' || Buffer.isBuffer(made) ? [made] : made).map((part) =>
    typeof part === 'string' ? Buffer.from(part, 'latin1') : part,
  );
  const isComplete = !(name in INCOMPLETE_RECIPES);
  const closingBytes = isComplete ? 'waits' : chance.pick(['half closes', 'goes'] as const);
  return { name, parts, closingBytes, isComplete: closingBytes === 'half closes' || isComplete };
}

/** Sends the bytes and returns all responses. */
export async function sendRawBytes(port: number, { parts, closingBytes, isComplete }: RawCase): Promise<WireResult[]> {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true }).setEncoding('latin1');
  let read = '';
  socket.on('data', (text: string) => (read += text));
  socket.on('error', () => undefined);
  const ended = Promise.race([once(socket, 'close'), once(socket, 'end')]).catch(() => undefined);
  const over = ended.then(() => true);
  for (const part of parts) {
    if (socket.destroyed || read !== '') break;
    if (!socket.write(part)) await Promise.race([once(socket, 'drain').catch(() => undefined), over]);
  }
  if (closingBytes === 'half closes') socket.end();
  if (closingBytes === 'goes') await wait(5);
  else if (isComplete) {
    // After a response, waits briefly for further ones and the end of the connection.
    const late = Date.now() + RESPONSE_TIMEOUT_MS;
    while (Date.now() < late && !(await Promise.race([over, wait(20, false)])))
      if (parseResponses(read, false).length > 0) {
        await Promise.race([over, wait(30)]);
        break;
      }
  }
  const isOver = await Promise.race([over, wait(0, false)]);
  const answers = parseResponses(read, true);
  socket.destroy();
  if (answers.length > 0) return answers;
  return [isOver || !isComplete || closingBytes === 'goes' ? 'closed' : 'hung'];
}

/** The complete responses in the data; a chunked body stays as it was sent. */
function parseResponses(read: string, isOver: boolean): WireResponse[] {
  return read.split(/(?=HTTP\/1\.[01] \d{3} )/).flatMap((response) => {
    const headEnd = response.indexOf('\r\n\r\n');
    const status = Number(/^HTTP\/1\.[01] (\d{3})/.exec(response)?.[1] ?? 0);
    if (headEnd < 0 || status < 200) return [];
    const lines = response.slice(0, headEnd).split('\r\n').slice(1);
    const headers: Record<string, string> = Object.fromEntries(
      lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
    );
    const body = response.slice(headEnd + 4);
    const isChunked = /chunked/i.test(headers['transfer-encoding'] ?? '');
    const { 'content-length': length = isOver ? 0 : Infinity } = headers;
    const isWhole = isChunked ? body.endsWith('0\r\n\r\n') : body.length >= Number(length);
    return isWhole || status === 204 || status === 304 ? [{ status, headers, body }] : [];
  });
}
