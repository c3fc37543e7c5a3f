/** A number in its international form, as '+4915112345678', from the way people write it; null when it is none. */
export function phoneFrom(text: string): string | null {
  const compact = text.replaceAll(/[\s().\u2010-\u2015/-]/g, '').replace(/^00/, '+');
  return /^\+[1-9]\d{6,14}$/.test(compact) ? compact : null;
}
