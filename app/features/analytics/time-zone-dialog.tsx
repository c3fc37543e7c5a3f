import { Check } from 'lucide-react';
import { useId, useState } from 'react';

import { Button } from '#app/components/button.tsx';
import { Dialog } from '#app/components/dialog.tsx';
import { RichText } from '#app/components/rich-text.tsx';
import { useRpcMutation } from '#app/lib/rpc/use-rpc-mutation.ts';
import { timeZoneDialogMessages as messages } from '#content/messages/time-zone-dialog.ts';
import { RAW_VIEW_RETENTION_DAYS } from '#domain/analytics.ts';

import { getZoneLabel } from './time-zone-line.tsx';
import { TIME_ZONE_QUERIES } from './use-analytics.ts';

/** A time zone option: `Europe/Berlin`, its label `Europe / Berlin` and its current offset. */
type Zone = { name: string; label: string; offset: string };

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

type ListProps = { zones: readonly Zone[]; selected: string; onSelect: (name: string) => void; name: string };

function ZoneList({ zones, selected, onSelect, name }: ListProps) {
  return (
    <fieldset className="time-zone-list">
      <legend className="vh">{messages.list}</legend>
      {zones.map((zone) => (
        <label key={zone.name} className="time-zone-list__option">
          <input
            type="radio"
            name={name}
            value={zone.name}
            checked={zone.name === selected}
            onChange={() => onSelect(zone.name)}
          />
          <span>{zone.label}</span>
          <span className="faint num">{zone.offset}</span>
          <Check className="i" aria-hidden="true" />
        </label>
      ))}
    </fieldset>
  );
}

type Props = { timeZone: string; onClose: () => void };

/** Sets the time zone of analytics. */
export function TimeZoneDialog({ timeZone, onClose }: Props) {
  const [zones] = useState(() => listZones(new Date(), timeZone));
  const [searchText, setSearchText] = useState('');
  const [selected, setSelected] = useState(timeZone);
  const { busy, run } = useRpcMutation('set-time-zone', {
    failureTitle: messages.failure,
    invalidates: TIME_ZONE_QUERIES,
  });
  const name = useId();
  const matches = searchZones(zones, searchText);
  const save = async () => {
    if (selected === timeZone || (await run({ timeZone: selected }))) onClose();
  };
  return (
    <Dialog title={messages.title} onClose={onClose} initialFocus="input[type=search]">
      <p className="small muted">{messages.description({ days: RAW_VIEW_RETENTION_DAYS })}</p>
      <input
        className="in"
        type="search"
        aria-label={messages.searchLabel}
        placeholder={messages.searchPlaceholder}
        autoComplete="off"
        spellCheck={false}
        value={searchText}
        onChange={(event) => setSearchText(event.target.value)}
      />
      <p className="vh" role="status">
        {searchText.trim() && messages.found({ count: matches.length })}
      </p>
      {matches.length > 0 ? (
        <ZoneList zones={matches} selected={selected} onSelect={setSelected} name={name} />
      ) : (
        <p className="time-zone-list muted">{messages.noMatches({ search: searchText.trim() })}</p>
      )}
      <p className="small">
        <RichText text={messages.selected({ timeZone: getZoneLabel(selected) })} />
      </p>
      <div className="dialog__actions">
        <Button onClick={onClose}>{messages.cancel}</Button>
        <Button variant="primary" busyLabel={busy && messages.busy} onClick={() => void save()}>
          {messages.submit}
        </Button>
      </div>
    </Dialog>
  );
}
