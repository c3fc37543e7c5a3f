/** Page number from the URL; 1 for invalid values. */
export function parsePageNumber(text: string | null): number {
  return text !== null && /^[1-9]\d{0,5}$/.test(text) ? Number(text) : 1;
}
