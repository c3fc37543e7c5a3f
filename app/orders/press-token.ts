const toHex = (byte: number): string => byte.toString(16).padStart(2, '0');

/** Creates a UUID (version 4). Works over plain http, unlike `crypto.randomUUID`. */
export function createIdempotencyKey(): string {
  const bytes = [...crypto.getRandomValues(new Uint8Array(16))];
  const text = bytes
    .map((byte, index) => (index === 6 ? (byte & 0x0f) | 0x40 : index === 8 ? (byte & 0x3f) | 0x80 : byte))
    .map(toHex)
    .join('');
  return [8, 12, 16, 20, 32]
    .map((groupEnd, group, groupEnds) => text.slice(group === 0 ? 0 : groupEnds[group - 1], groupEnd))
    .join('-');
}
