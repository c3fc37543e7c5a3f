const hex = (byte: number): string => byte.toString(16).padStart(2, '0');

/** Creates a UUID (version 4). Works over plain http, unlike `crypto.randomUUID`. */
export function pressToken(): string {
  const bytes = [...crypto.getRandomValues(new Uint8Array(16))];
  const text = bytes
    .map((byte, place) => (place === 6 ? (byte & 0x0f) | 0x40 : place === 8 ? (byte & 0x3f) | 0x80 : byte))
    .map(hex)
    .join('');
  return [8, 12, 16, 20, 32]
    .map((end, part, ends) => text.slice(part === 0 ? 0 : ends[part - 1], end))
    .join('-');
}
