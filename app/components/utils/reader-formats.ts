import { useSyncExternalStore } from 'react';

const DEFAULT_LANGUAGE = 'en-US';

/** First language of the browser. The server and a browser with an invalid setting use American English. */
export function getReaderLanguage(): string {
  if (typeof window === 'undefined') return DEFAULT_LANGUAGE;
  try {
    return new Intl.Locale(navigator.language).baseName;
  } catch {
    return DEFAULT_LANGUAGE;
  }
}

const subscribe = () => () => undefined;

/** The reader's language, for texts that the server renders too: it changes after hydration without a mismatch. */
export const useReaderLanguage = (): string =>
  useSyncExternalStore(subscribe, getReaderLanguage, () => DEFAULT_LANGUAGE);

/**
 * English with the reader's region, for dates in an English interface: `en-DE` for `de-DE`. Regions without English
 * formats get international English. The clock has 12 or 24 hours as in the reader's language.
 */
export function getDateLocale(language: string): string {
  const locale = new Intl.Locale(language);
  if (locale.language === 'en') return language;
  const regional = `en-${locale.maximize().region}`;
  const isKnown = new Intl.DateTimeFormat(regional).resolvedOptions().locale === regional;
  const { hourCycle } = new Intl.DateTimeFormat(language, { hour: 'numeric' }).resolvedOptions();
  return `${isKnown ? regional : 'en-001'}-u-hc-${hourCycle}`;
}

const dateFormats = new Map<string, Intl.DateTimeFormat>();

/** The format of dates in the reader's region, in UTC unless the options have a time zone. */
function getDateFormat(options: Intl.DateTimeFormatOptions, language: string): Intl.DateTimeFormat {
  const key = `${language} ${JSON.stringify(options)}`;
  const format =
    dateFormats.get(key) ?? new Intl.DateTimeFormat(getDateLocale(language), { timeZone: 'UTC', ...options });
  dateFormats.set(key, format);
  return format;
}

/** `Intl` separates with narrow spaces, which not all fonts have. */
const widenSpaces = (text: string): string => text.replaceAll(/[\u2009\u202f]/g, ' ');

/** Formats an instant with any options, in UTC unless they name a time zone. `timeZone: undefined` is the browser's own. */
export const formatWith = (
  options: Intl.DateTimeFormatOptions,
  at: string | Date,
  language = getReaderLanguage(),
): string => widenSpaces(getDateFormat(options, language).format(new Date(at)));

/** `Nov 20, 2026`, `20 Nov 2026`: day in UTC. */
export const formatDay = (at: string | Date, language?: string): string =>
  formatWith({ dateStyle: 'medium' }, at, language);

/** `November 20, 2026`, `20 November 2026`: day in UTC. */
export const formatLongDay = (at: string | Date, language?: string): string =>
  formatWith({ dateStyle: 'long' }, at, language);

/** `2:12 PM`, `14:12`: time of day in UTC or another time zone. */
export const formatTime = (at: string | Date, timeZone = 'UTC', language?: string): string =>
  formatWith({ timeStyle: 'short', timeZone }, at, language);

/** `Nov 20, 2026, 2:12 PM`, `20 Nov 2026, 14:12`: day and time in UTC. `showSeconds` adds the seconds, for logs. */
export const formatDayAndTime = (at: string | Date, showSeconds = false, language?: string): string =>
  formatWith({ dateStyle: 'medium', timeStyle: showSeconds ? 'medium' : 'short' }, at, language);

/** `Nov 1 – 20, 2026`, `1 – 20 Nov 2026`: days in UTC. */
export const formatDayRange = (from: Date, to: Date, language = getReaderLanguage()): string =>
  widenSpaces(getDateFormat({ dateStyle: 'medium' }, language).formatRange(from, to)).replace(/\s*–\s*/, ' – ');

const numberFormats = new Map<string, Intl.NumberFormat>();

/** Formats a number with the separators of the reader's language, in Latin digits: `1,047.5`, `1.047,5`. */
export function formatNumber(
  value: number,
  options: Intl.NumberFormatOptions = {},
  language = getReaderLanguage(),
): string {
  const key = `${language} ${JSON.stringify(options)}`;
  const format = numberFormats.get(key) ?? new Intl.NumberFormat(language, { numberingSystem: 'latn', ...options });
  numberFormats.set(key, format);
  return format.format(value).replaceAll('\u202f', '\u00a0');
}

/** `1,047`, `1.047` */
export const formatCount = (count: number, language?: string): string => formatNumber(count, {}, language);

/** Decimal separator of the reader's language: a dot or a comma. */
export const getDecimalSeparator = (language: string): string => formatNumber(0.5, {}, language).slice(1, -1);
