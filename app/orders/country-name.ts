const names = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'code' });

/** The English name of a country's code; anything that is no code stays as it is. */
export const countryName = (code: string): string =>
  /^[A-Z]{2}$/.test(code) ? (names.of(code) ?? code) : code;
