/** Regroups text into chunks of about `size` bytes that end with a line; a COPY row is one line. */
export async function* regroupLines(source: AsyncIterable<Uint8Array>, size: number): AsyncGenerator<Buffer> {
  let buffered: Uint8Array[] = [];
  let length = 0;
  for await (const piece of source) {
    buffered.push(piece);
    length += piece.length;
    if (length < size) continue;
    const all = Buffer.concat(buffered);
    const end = all.lastIndexOf('\n') + 1;
    if (end > 0) yield all.subarray(0, end);
    buffered = [all.subarray(end)];
    length = all.length - end;
  }
  if (length > 0) yield Buffer.concat(buffered);
}
