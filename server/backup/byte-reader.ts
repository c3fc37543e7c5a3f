/** Reads exact numbers of bytes from a stream of chunks of any size. */
export class ByteReader {
  readonly #pieces: AsyncIterator<Uint8Array>;
  #held: Buffer = Buffer.alloc(0);

  constructor(source: AsyncIterable<Uint8Array>) {
    this.#pieces = source[Symbol.asyncIterator]();
  }

  /** Null when the source ends before. */
  async read(length: number): Promise<Buffer | null> {
    while (this.#held.length < length) if (!(await this.#more())) return null;
    const bytes = this.#held.subarray(0, length);
    this.#held = this.#held.subarray(length);
    return bytes;
  }

  /** Reads a line without its line break; null when there is none within `maxBytes` bytes. */
  async readLine(most: number): Promise<string | null> {
    let end = this.#held.indexOf('\n');
    while (end < 0 && this.#held.length <= most && (await this.#more())) end = this.#held.indexOf('\n');
    if (end < 0 || end > most) return null;
    const line = this.#held.subarray(0, end).toString('utf8');
    this.#held = this.#held.subarray(end + 1);
    return line;
  }

  async isAtEnd(): Promise<boolean> {
    return this.#held.length === 0 && !(await this.#more());
  }

  /** The remaining bytes. */
  async *rest(): AsyncGenerator<Uint8Array> {
    do {
      if (this.#held.length > 0) yield this.#held;
      this.#held = Buffer.alloc(0);
    } while (await this.#more());
  }

  async #more(): Promise<boolean> {
    const next = await this.#pieces.next();
    if (next.done) return false;
    this.#held = this.#held.length === 0 ? Buffer.from(next.value) : Buffer.concat([this.#held, next.value]);
    return true;
  }
}
