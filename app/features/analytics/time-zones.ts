/** A time zone option: `Europe/Berlin`, its label `Europe / Berlin` and its current offset. */
export type Zone = { name: string; label: string; offset: string };

const foldText = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .replace(/[_/]+/g, ' ')
    .toLowerCase();

const UTC = 'UTC';

/** `UTC+2`, `UTC−3:30`. */
export function formatOffset(timeZone: string, at: Date): string {
  const parts = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'shortOffset' }).formatToParts(at);
  const name = parts.find(({ type }) => type === 'timeZoneName')?.value ?? 'GMT';
  return name.replace('GMT', UTC).replace('-', '−').replace(/\+0$/, '');
}

export const getZoneLabel = (name: string): string => name.replaceAll('_', ' ');

/** All zones of the browser, `first` at the top. */
export function listZones(at: Date, first: string): Zone[] {
  const names = new Set([first, UTC, ...Intl.supportedValuesOf('timeZone')]);
  return [...names].map((name) => ({ name, label: getZoneLabel(name), offset: formatOffset(name, at) }));
}

/** Zones in which every typed word starts a word of the name or offset; cities before regions. */
export function searchZones(zones: readonly Zone[], searchText: string): readonly Zone[] {
  const searchWords = foldText(searchText).split(' ').filter(Boolean);
  if (searchWords.length === 0) return zones;
  const matches = zones.filter(({ name, offset }) => {
    const nameWords = [...foldText(name).split(' '), foldText(offset), foldText(offset).replace('utc', '')];
    return searchWords.every((word) => nameWords.some((nameWord) => nameWord.startsWith(word.replace('-', '−'))));
  });
  const getSortGroup = ({ name }: Zone): number => {
    const city = foldText(name.split('/').at(-1) ?? '');
    return city.startsWith(searchWords[0] ?? '') ? 0 : 1;
  };
  return matches.toSorted((one, other) => getSortGroup(one) - getSortGroup(other));
}
