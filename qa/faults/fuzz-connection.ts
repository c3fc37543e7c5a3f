import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

import { LARGE_RECIPES, RECIPES } from './fuzz-recipes.ts';
import type { FuzzRandom } from './fuzz-values.ts';

/** One response, as read from the connection. */
export type WireResponse = { status: number; headers: ReadonlyMap<string, string>; body: string };

/**
 * `hung`: neither a response nor the end of the connection came in time. `closed`: the connection ended without a
 * response.
 */
export type WireResult = WireResponse | 'hung' | 'closed';

const HEAD_END = Buffer.from('\r\n\r\n');
/** The timeout for the whole response or the end of the connection. */
export const RESPONSE_TIMEOUT_MS = 5000;

/** A keep-alive connection to an app; it is reopened when the app has closed it. */
export class Connection {
  readonly #port: number;
  #socket: Socket | null = null;
  #read = Buffer.alloc(0);
  #wake: () => void = () => undefined;

  constructor(port: number) {
    this.#port = port;
  }

  async ask(request: Buffer, hasBody: boolean): Promise<WireResult> {
    const isUsed = this.#isOpen();
    const first = await this.#send(request, hasBody);
    // A server may close an idle connection just as a request is sent: clients retry.
    const response = isUsed && first === 'closed' ? await this.#send(request, hasBody) : first;
    if (typeof response === 'string' || response.headers.get('connection') === 'close') this.close();
    return response;
  }

  async #send(request: Buffer, hasBody: boolean): Promise<WireResult> {
    const socket = this.#open();
    socket.write(request);
    return this.#answer(socket, hasBody);
  }

  #isOpen(): boolean {
    return this.#socket !== null && !this.#socket.destroyed && this.#socket.readable;
  }

  close(): void {
    this.#socket?.destroy();
    this.#socket = null;
  }

  #open(): Socket {
    if (this.#socket && this.#isOpen()) return this.#socket;
    this.#socket?.destroy();
    const socket = connect(this.#port, '127.0.0.1');
    this.#socket = socket;
    this.#read = Buffer.alloc(0);
    socket.on('data', (part: Buffer) => {
      this.#read = Buffer.concat([this.#read, part]);
      this.#wake();
    });
    socket.on('error', () => undefined);
    socket.on('close', () => this.#wake());
    return socket;
  }

  async #answer(socket: Socket, hasBody: boolean): Promise<WireResult> {
    const late = Date.now() + RESPONSE_TIMEOUT_MS;
    for (;;) {
      const answer = parseResponse(this.#read, socket.closed, hasBody);
      if (answer && answer.answer.status >= 200) {
        this.#read = this.#read.subarray(answer.end);
        return answer.answer;
      }
      if (answer) this.#read = this.#read.subarray(answer.end);
      else if (socket.closed) return 'closed';
      else if (Date.now() >= late) return 'hung';
      else await this.#more(late - Date.now());
    }
  }

  #more(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}

/** The first complete response in the data and its end; null while it is incomplete. */
function parseResponse(read: Buffer, isOver: boolean, hasBody: boolean): { answer: WireResponse; end: number } | null {
  const headEnd = read.indexOf(HEAD_END);
  if (headEnd < 0) return null;
  const [first = '', ...lines] = read.subarray(0, headEnd).toString('latin1').split('\r\n');
  const headers = new Map(
    lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
  );
  const status = Number(/^HTTP\/1\.[01] (\d{3})/.exec(first)?.[1] ?? 0);
  const rest = read.subarray(headEnd + 4);
  const isBare = !hasBody || status < 200 || status === 204 || status === 304;
  const body = isBare ? { bytes: Buffer.alloc(0), end: 0 } : bodyIn(rest, headers, isOver);
  if (!body) return null;
  return { answer: { status, headers, body: body.bytes.toString('utf8') }, end: headEnd + 4 + body.end };
}

type Body = { bytes: Buffer; end: number } | null;

function bodyIn(rest: Buffer, headers: ReadonlyMap<string, string>, isOver: boolean): Body {
  if (/chunked/i.test(headers.get('transfer-encoding') ?? '')) return chunksIn(rest);
  const length = headers.get('content-length');
  if (length === undefined) return isOver ? { bytes: rest, end: rest.byteLength } : null;
  const end = Number(length);
  return rest.byteLength < end ? null : { bytes: rest.subarray(0, end), end };
}

function chunksIn(rest: Buffer): Body {
  const chunks: Buffer[] = [];
  for (let at = 0; ;) {
    const lineEnd = rest.indexOf('\r\n', at);
    if (lineEnd < 0) return null;
    const size = Number.parseInt(rest.subarray(at, lineEnd).toString('latin1'), 16);
    const next = lineEnd + 2 + size + 2;
    if (Number.isNaN(size) || rest.byteLength < next) return null;
    chunks.push(rest.subarray(lineEnd + 2, lineEnd + 2 + size));
    if (size === 0) return { bytes: Buffer.concat(chunks), end: next };
    at = next;
  }
}

/** Raw bytes on a separate connection. */
export type RawCase = {
  name: string;
  parts: readonly Buffer[];
  /** What the client does after its last byte: it waits, half-closes, or disconnects. */
  closingBytes: 'waits' | 'half closes' | 'goes';
  /** Whether these bytes form a complete request: the server must answer or close in time. */
  isComplete: boolean;
};

export function createRawCase(chance: FuzzRandom, host: string): RawCase {
  const [name, make, isComplete = true] = chance.is(0.002) ? chance.pick(LARGE_RECIPES) : chance.pick(RECIPES);
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
