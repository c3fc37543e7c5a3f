const names = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'code' });

/** English name of a country code; other values stay unchanged. */
export const countryName = (code: string): string =>
  /^[A-Z]{2}$/.test(code) ? (names.of(code) ?? code) : code;
