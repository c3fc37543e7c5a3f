import { offsetText, zoneOffset, zonePlace } from '#domain/zoned-time.ts';

/** A time zone with its UTC offset at a date, as text. */
export type ZoneEntry = { zone: string; place: string; offset: string };

const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .replaceAll('_', ' ')
    .toLowerCase();

/** Normalizes alternative minus signs and treats GMT as UTC. */
const wantedOf = (typed: string): string => plain(typed.trim()).replaceAll('−', '-').replace(/^gmt/, 'utc');

let kept: { day: number; entries: ZoneEntry[] } | undefined;

/** Lists all time zones of this browser from west to east. */
function entriesAt(at: Date): ZoneEntry[] {
  const day = Math.floor(at.getTime() / 86_400_000);
  if (kept?.day === day) return kept.entries;
  const zones = [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone')])];
  const entries = zones
    .map((zone) => ({ zone, ahead: zoneOffset(at, zone) }))
    .toSorted((one, other) => one.ahead - other.ahead || one.zone.localeCompare(other.zone))
    .map(({ zone }) => ({ zone, place: zonePlace(zone), offset: offsetText(at, zone) }));
  kept = { day, entries };
  return entries;
}

/** Ranks how well a time zone matches the query: 0 is best, null is no match. */
function rankOf({ zone, place, offset }: ZoneEntry, typed: string): number | null {
  const [name, city] = [plain(zone), plain(place)];
  if (city === typed || name === typed) return 0;
  if (plain(offset).replaceAll('−', '-') === typed) return 1;
  if (city.startsWith(typed)) return 2;
  return name.includes(typed) ? 3 : null;
}

/** Finds time zones by city, name or offset, best match first; returns all for an empty query. */
export function searchZones(typed: string, at: Date): readonly ZoneEntry[] {
  const wanted = wantedOf(typed);
  const entries = entriesAt(at);
  if (wanted === '') return entries;
  return entries
    .flatMap((entry) => {
      const rank = rankOf(entry, wanted);
      return rank === null ? [] : [{ entry, rank }];
    })
    .toSorted((one, other) => one.rank - other.rank)
    .map(({ entry }) => entry);
}

/** Text of the closed field: `Europe/Berlin (UTC+1)`. */
export const zoneText = (zone: string, at: Date): string => {
  const offset = offsetText(at, zone);
  return offset === zone ? zone : `${zone} (${offset})`;
};
