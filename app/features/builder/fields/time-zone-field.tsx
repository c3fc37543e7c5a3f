import { Combobox } from '#app/components/combobox.tsx';
import { Field } from '#app/components/field.tsx';
import { builderFieldMessages } from '#content/messages/builder-fields.ts';
import { formatOffset, getZoneOffset, getZoneCity } from '#domain/zoned-time.ts';

import { useBuilder } from '../state/builder-context.ts';
import { getPageTimeZone, createTimeZonePatch } from '../state/page-time-zone.ts';
import { normalizeText, searchByRank } from './search-by-rank.ts';
import { useNow } from './use-now.ts';

const messages = builderFieldMessages.timeZone;

/** A time zone with its UTC offset at a date, as text. */
type ZoneEntry = { zone: string; city: string; offset: string };

/** Normalizes alternative minus signs and treats GMT as UTC. */
const normalizeQuery = (query: string): string =>
  normalizeText(query.trim()).replaceAll('_', ' ').replaceAll('−', '-').replace(/^gmt/, 'utc');

let cachedEntries: { day: number; entries: ZoneEntry[] } | undefined;

/** Lists all time zones of this browser from west to east. */
function listZones(at: Date): ZoneEntry[] {
  const day = Math.floor(at.getTime() / 86_400_000);
  if (cachedEntries?.day === day) return cachedEntries.entries;
  const zones = [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone')])];
  const entries = zones
    .map((zone) => ({ zone, offsetMs: getZoneOffset(at, zone) }))
    .toSorted((a, b) => a.offsetMs - b.offsetMs || a.zone.localeCompare(b.zone))
    .map(({ zone }) => ({ zone, city: getZoneCity(zone), offset: formatOffset(at, zone) }));
  cachedEntries = { day, entries };
  return entries;
}

/** Ranks how well a time zone matches the query: 0 is best, null is no match. */
function rankZone({ zone, city, offset }: ZoneEntry, query: string): number | null {
  const [name, normalizedCity] = [zone, city].map((text) => normalizeText(text).replaceAll('_', ' ')) as [
    string,
    string,
  ];
  if (normalizedCity === query || name === query) return 0;
  if (normalizeText(offset).replaceAll('−', '-') === query) return 1;
  if (normalizedCity.startsWith(query)) return 2;
  return name.includes(query) ? 3 : null;
}

/** Finds time zones by city, name or offset, best match first; returns all for an empty query. */
export const searchZones = (query: string, at: Date): readonly ZoneEntry[] =>
  searchByRank(listZones(at), normalizeQuery(query), rankZone);

/** Text of the closed field: `Europe/Berlin (UTC+1)`. */
export const zoneText = (zone: string, at: Date): string => {
  const offset = formatOffset(at, zone);
  return offset === zone ? zone : `${zone} (${offset})`;
};

type TimeZoneFieldProps = {
  /** DOM id for focusing the field; other instances are found by their label. */
  id?: string;
  /** Date for which the UTC offsets are shown (summer or winter time). */
  referenceTime?: string | null | undefined;
  /** Called with the old and new zone, for dates that are not part of the config yet. */
  onZoneChange?: (from: string, to: string) => void;
};

/** Time zone of all dates of the page. */
export function TimeZoneField({ id, referenceTime, onZoneChange }: TimeZoneFieldProps) {
  const { config, patch } = useBuilder();
  const zone = getPageTimeZone(config);
  const now = useNow();
  const referenceDate = referenceTime ? new Date(referenceTime) : now;
  const searchRows = (query: string) =>
    searchZones(query, referenceDate).map((entry) => ({
      value: entry.zone,
      content: (
        <>
          <span className="combobox__zone">{entry.zone.replaceAll('_', ' ')}</span>
          <span className="combobox__symbol num">{entry.offset}</span>
        </>
      ),
    }));
  return (
    <Field id={id} label={messages.label} hint={messages.hint}>
      {(inputProps) => (
        <Combobox
          inputProps={inputProps}
          label={messages.listLabel}
          selectedValue={zone}
          selectedLabel={zoneText(zone, referenceDate)}
          findOptions={searchRows}
          isExactMatch={(key, query) => key.toLowerCase() === query.toLowerCase()}
          getEmptyMessage={(query) => messages.noMatch({ query })}
          onSelect={(to) => {
            patch(createTimeZonePatch(config, to));
            onZoneChange?.(zone, to);
          }}
        />
      )}
    </Field>
  );
}
