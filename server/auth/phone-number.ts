/** Returns a phone number in E.164 form, such as '+4915112345678', or null when it is invalid. */
export function normalizePhone(text: string): string | null {
  const compact = text.replaceAll(/[\s().\u2010-\u2015/-]/g, '').replace(/^00/, '+');
  return /^\+[1-9]\d{6,14}$/.test(compact) ? compact : null;
}
