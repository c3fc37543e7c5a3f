const regionNames = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'code' });

/** English name of a country code; other values stay unchanged. */
export const getCountryName = (code: string): string =>
  /^[A-Z]{2}$/.test(code) ? (regionNames.of(code) ?? code) : code;
