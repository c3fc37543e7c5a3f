/** A time zone option: `Europe/Berlin`, its label `Europe / Berlin` and its current offset. */
export type Zone = { name: string; words: string; offset: string };

const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .replace(/[_/]+/g, ' ')
    .toLowerCase();

const UTC = 'UTC';

/** `UTC+2`, `UTC−3:30`. */
export function offsetText(timeZone: string, at: Date): string {
  const parts = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'shortOffset' }).formatToParts(at);
  const name = parts.find(({ type }) => type === 'timeZoneName')?.value ?? 'GMT';
  return name.replace('GMT', UTC).replace('-', '−').replace(/\+0$/, '');
}

export const zoneWords = (name: string): string => name.replaceAll('_', ' ');

/** All zones of the browser, `first` at the top. */
export function allZones(at: Date, first: string): Zone[] {
  const names = new Set([first, UTC, ...Intl.supportedValuesOf('timeZone')]);
  return [...names].map((name) => ({ name, words: zoneWords(name), offset: offsetText(name, at) }));
}

/** Zones in which every typed word starts a word of the name or offset; cities before regions. */
export function searchZones(zones: readonly Zone[], typed: string): readonly Zone[] {
  const words = plain(typed).split(' ').filter(Boolean);
  if (words.length === 0) return zones;
  const found = zones.filter(({ name, offset }) => {
    const parts = [...plain(name).split(' '), plain(offset), plain(offset).replace('utc', '')];
    return words.every((word) => parts.some((part) => part.startsWith(word.replace('-', '−'))));
  });
  const isCity = ({ name }: Zone): number => {
    const city = plain(name.split('/').at(-1) ?? '');
    return city.startsWith(words[0] ?? '') ? 0 : 1;
  };
  return found.toSorted((one, other) => isCity(one) - isCity(other));
}
