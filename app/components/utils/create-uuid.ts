/** Creates a UUID (version 4). Works over plain http, unlike `crypto.randomUUID`. */
export function createUuid(): string {
  const bytes = crypto.getRandomValues(Uint8Array.from({ length: 16 }));
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-4$3-8$4-$5');
}
