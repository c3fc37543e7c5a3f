import { useId } from 'react';

import { Combobox } from '#app/ui/search-select.tsx';

import { useBuilder } from './builder-context.ts';
import { getPageTimeZone, createTimeZonePatch } from './page-moments.ts';
import { useNow } from './use-now.ts';
import { searchZones, zoneText } from './zone-search.ts';

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
  const generatedId = useId();
  const field = id ?? generatedId;
  const zone = getPageTimeZone(config);
  const now = useNow();
  const referenceDate = referenceTime ? new Date(referenceTime) : now;
  const searchRows = (query: string) =>
    searchZones(query, referenceDate).map((entry) => ({
      value: entry.zone,
      content: (
        <>
          <span className="b-zone">{entry.zone.replaceAll('_', ' ')}</span>
          <span className="b-symbol num">{entry.offset}</span>
        </>
      ),
    }));
  return (
    <div className="field">
      <div className="lab">
        <label htmlFor={field}>Time zone</label>
      </div>
      <Combobox
        inputProps={{ id: field, 'aria-describedby': `${field}-more` }}
        label="Time zones"
        selectedValue={zone}
        selectedLabel={zoneText(zone, referenceDate)}
        findOptions={searchRows}
        isExactMatch={(key, query) => key.toLowerCase() === query.toLowerCase()}
        getEmptyMessage={(query) => `No time zone is called “${query}”`}
        onSelect={(to) => {
          patch(createTimeZonePatch(config, to));
          onZoneChange?.(zone, to);
        }}
      />
      <p className="hint" id={`${field}-more`}>
        For all dates of this page. With another zone they stay what the clock shows.
      </p>
    </div>
  );
}
