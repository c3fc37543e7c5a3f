/** Reads exact numbers of bytes from a stream of chunks of any size. */
export class ByteReader {
  readonly #pieces: AsyncIterator<Uint8Array>;
  #buffer: Buffer = Buffer.alloc(0);

  constructor(source: AsyncIterable<Uint8Array>) {
    this.#pieces = source[Symbol.asyncIterator]();
  }

  /** Null when the source ends before. */
  async read(length: number): Promise<Buffer | null> {
    while (this.#buffer.length < length) if (!(await this.#readChunk())) return null;
    const bytes = this.#buffer.subarray(0, length);
    this.#buffer = this.#buffer.subarray(length);
    return bytes;
  }

  /** Reads a line without its line break; null when there is none within `maxBytes` bytes. */
  async readLine(maxBytes: number): Promise<string | null> {
    let end = this.#buffer.indexOf('\n');
    while (end < 0 && this.#buffer.length <= maxBytes && (await this.#readChunk())) end = this.#buffer.indexOf('\n');
    if (end < 0 || end > maxBytes) return null;
    const line = this.#buffer.subarray(0, end).toString('utf8');
    this.#buffer = this.#buffer.subarray(end + 1);
    return line;
  }

  async isAtEnd(): Promise<boolean> {
    return this.#buffer.length === 0 && !(await this.#readChunk());
  }

  /** The remaining bytes. */
  async *readRest(): AsyncGenerator<Uint8Array> {
    do {
      if (this.#buffer.length > 0) yield this.#buffer;
      this.#buffer = Buffer.alloc(0);
    } while (await this.#readChunk());
  }

  async #readChunk(): Promise<boolean> {
    const next = await this.#pieces.next();
    if (next.done) return false;
    this.#buffer = this.#buffer.length === 0 ? Buffer.from(next.value) : Buffer.concat([this.#buffer, next.value]);
    return true;
  }
}
