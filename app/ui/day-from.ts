/** Parses a calendar day (`YYYY-MM-DD`) from a URL or a date input. Returns null for anything else. */
export function parseIsoDate(text: string | null): string | null {
  if (text === null || !/^\d{4}-\d{2}-\d{2}$/.test(text)) return null;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text) ? text : null;
}
