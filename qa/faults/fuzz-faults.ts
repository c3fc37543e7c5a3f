import { mkdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { sum } from '../lib/harness.ts';
import type { WireResult } from './fuzz-raw-cases.ts';

const MAX_PER_KIND = 3;

/** Collects faults: the first few of each kind, with the bytes that caused them. */
export class Faults {
  readonly #folder: string;
  readonly #port: number;
  readonly #kinds = new Map<string, { count: number; lines: string[] }>();

  constructor(seed: number, port: number) {
    this.#folder = path.join(tmpdir(), `tillwright-fuzz-${seed}`);
    this.#port = port;
  }

  get count(): number {
    return sum([...this.#kinds.values()].map(({ count }) => count));
  }

  add(at: number, message: string, what: string, sent: Buffer, response: WireResult): void {
    // Ids differ among faults of one kind.
    const kind = `${what} — ${message.replaceAll(/[0-9a-f-]{36}|%[^ /]*|\?[^ ]*/g, '…').slice(0, 90)}`;
    this.#note(kind, () => {
      mkdirSync(this.#folder, { recursive: true });
      const file = path.join(this.#folder, `${at}.http`);
      writeFileSync(file, sent);
      const answer = typeof response === 'string' ? '' : ` answered ${response.status}: ${response.body.slice(0, 200)}`;
      return `#${at} ${message}${answer}\n      nc 127.0.0.1 ${this.#port} < ${file}`;
    });
  }

  record(kind: string, text: string): void {
    this.#note(kind, () => text);
  }

  report(): string[] {
    return [...this.#kinds].flatMap(([kind, { count, lines }]) => [
      `${count} × ${kind}`,
      ...lines.map((line) => `    ${line}`),
    ]);
  }

  #note(kind: string, line: () => string): void {
    const known = this.#kinds.get(kind) ?? { count: 0, lines: [] };
    known.count += 1;
    if (known.lines.length < MAX_PER_KIND) known.lines.push(line());
    this.#kinds.set(kind, known);
  }
}
