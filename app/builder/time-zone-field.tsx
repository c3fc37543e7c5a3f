import { useId } from 'react';

import { SearchSelect } from '#app/ui/search-select.tsx';

import { useBuilder } from './builder-context.ts';
import { zoneOfPage, zonePatch } from './page-moments.ts';
import { useNow } from './use-now.ts';
import { searchZones, zoneText } from './zone-search.ts';

type Props = {
  /** DOM id for focusing the field; other instances are found by their label. */
  id?: string;
  /** Date for which the UTC offsets are shown (summer or winter time). */
  at?: string | null | undefined;
  /** Called with the old and new zone, for dates that are not part of the config yet. */
  onTurn?: (from: string, to: string) => void;
};

/** Time zone of all dates of the page. */
export function TimeZoneField({ id, at, onTurn }: Props) {
  const { config, patch } = useBuilder();
  const ownId = useId();
  const field = id ?? ownId;
  const zone = zoneOfPage(config);
  const now = useNow();
  const moment = at ? new Date(at) : now;
  const rows = (typed: string) =>
    searchZones(typed, moment).map((entry) => ({
      key: entry.zone,
      row: (
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
      <SearchSelect
        wiring={{ id: field, 'aria-describedby': `${field}-more` }}
        label="Time zones"
        chosen={zone}
        text={zoneText(zone, moment)}
        search={rows}
        isNamed={(key, typed) => key.toLowerCase() === typed.toLowerCase()}
        none={(typed) => `No time zone is called “${typed}”`}
        onChoose={(to) => {
          patch(zonePatch(config, to));
          onTurn?.(zone, to);
        }}
      />
      <p className="hint" id={`${field}-more`}>
        For all dates of this page. With another zone they stay what the clock shows.
      </p>
    </div>
  );
}
