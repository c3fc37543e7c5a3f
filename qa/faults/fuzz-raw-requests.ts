import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

import { BODY_RECIPES, LARGE_RECIPES } from './fuzz-body-recipes.ts';
import { parseResponse, RESPONSE_TIMEOUT_MS, type WireResult } from './fuzz-connection.ts';
import { HEAD_RECIPES } from './fuzz-head-recipes.ts';
import type { FuzzRandom } from './fuzz-random.ts';

/** Raw bytes on a separate connection. */
export type RawCase = {
  name: string;
  parts: readonly Buffer[];
  /** What the client does after its last byte: it waits, half-closes, or disconnects. */
  closingBytes: 'waits' | 'half closes' | 'goes';
  /** Whether these bytes form a complete request: the server must answer or close in time. */
  isComplete: boolean;
};

const ALL = [...HEAD_RECIPES, ...BODY_RECIPES];

export function createRawCase(chance: FuzzRandom, host: string): RawCase {
  const [name, make, isComplete = true] = chance.is(0.002) ? chance.pick(LARGE_RECIPES) : chance.pick(ALL);
  const made = make(chance, host);
  const parts = (typeof made === 'string' || Buffer.isBuffer(made) ? [made] : made).map((part) =>
    typeof part === 'string' ? Buffer.from(part, 'latin1') : part,
  );
  const closingBytes = isComplete ? 'waits' : chance.pick(['half closes', 'goes'] as const);
  return { name, parts, closingBytes, isComplete: closingBytes === 'half closes' || isComplete };
}

/** Sends the bytes and returns all responses. */
export async function sendRawBytes(port: number, { parts, closingBytes, isComplete }: RawCase): Promise<WireResult[]> {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  let read = Buffer.alloc(0);
  socket.on('data', (part: Buffer) => (read = Buffer.concat([read, part])));
  socket.on('error', () => undefined);
  const ended = Promise.race([once(socket, 'close'), once(socket, 'end')]).catch(() => undefined);
  const over = ended.then(() => true);
  for (const part of parts) {
    if (socket.destroyed || read.byteLength > 0) break;
    if (!socket.write(part)) await Promise.race([once(socket, 'drain').catch(() => undefined), over]);
  }
  if (closingBytes === 'half closes') socket.end();
  if (closingBytes === 'goes') await wait(5);
  // After 'close' requests, waits for the end of the connection; otherwise one response is enough.
  else if (isComplete) await endOrAnswer(over, () => answersIn(read, false).length > 0);
  const isOver = await Promise.race([over, wait(0, false)]);
  const answers = answersIn(read, true);
  socket.destroy();
  if (answers.length > 0) return answers;
  return [isOver || !isComplete || closingBytes === 'goes' ? 'closed' : 'hung'];
}

async function endOrAnswer(over: Promise<boolean>, isAnswered: () => boolean): Promise<void> {
  const late = Date.now() + RESPONSE_TIMEOUT_MS;
  while (Date.now() < late) {
    if (await Promise.race([over, wait(20, false)])) return;
    if (isAnswered()) {
      await Promise.race([over, wait(30)]);
      return;
    }
  }
}

function answersIn(read: Buffer, isOver: boolean): WireResult[] {
  const answers: WireResult[] = [];
  for (let rest = read; rest.byteLength > 0;) {
    const found = parseResponse(rest, isOver, true);
    if (!found || found.end === 0) break;
    if (found.answer.status >= 200) answers.push(found.answer);
    rest = rest.subarray(found.end);
  }
  return answers;
}
