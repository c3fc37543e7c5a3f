/** The page of a list that an address asks for; the first for anything that is no page number. */
export function pageNumberFrom(text: string | null): number {
  return text !== null && /^[1-9]\d{0,5}$/.test(text) ? Number(text) : 1;
}
