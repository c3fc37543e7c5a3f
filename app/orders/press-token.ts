const hex = (byte: number): string => byte.toString(16).padStart(2, '0');

/** A UUID (version 4) for one press of a key. Unlike the browser's own function it is there on plain http as well. */
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
