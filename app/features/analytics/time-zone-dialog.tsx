import { Check } from 'lucide-react';
import { useId, useState } from 'react';

import { Button } from '#app/components/button.tsx';
import { Dialog } from '#app/components/dialog.tsx';
import { callRpc } from '#app/lib/rpc/call-rpc.ts';
import { useErrorToast } from '#app/lib/use-error-toast.ts';
import { RAW_VIEW_RETENTION_DAYS } from '#domain/analytics.ts';

import { listZones, searchZones, getZoneLabel, type Zone } from './time-zones.ts';

type ListProps = { zones: readonly Zone[]; selected: string; onSelect: (name: string) => void; name: string };

function ZoneList({ zones, selected, onSelect, name }: ListProps) {
  return (
    <fieldset className="an-zones">
      <legend className="vh">Time zones</legend>
      {zones.map((zone) => (
        <label key={zone.name} className="an-zone">
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

type Props = { timeZone: string; onClose: () => void; onChanged: () => void };

/** Dialog for the seller's time zone. */
export function ZoneDialog({ timeZone, onClose, onChanged }: Props) {
  const [zones] = useState(() => listZones(new Date(), timeZone));
  const [searchText, setSearchText] = useState('');
  const [selected, setSelected] = useState(timeZone);
  const [busy, setBusy] = useState(false);
  const showErrorToast = useErrorToast();
  const name = useId();
  const matches = searchZones(zones, searchText);
  const save = async () => {
    if (selected === timeZone) return onClose();
    setBusy(true);
    try {
      await callRpc('set-time-zone', { timeZone: selected });
      onChanged();
      onClose();
    } catch (error) {
      showErrorToast(error, 'Not changed');
      setBusy(false);
    }
  };
  return (
    <Dialog title="Where do your days begin?" onClose={onClose} initialFocus="input[type=search]">
      <p className="small muted">
        At midnight of this place. Money is counted by it at once, and so are the views of the last{' '}
        {RAW_VIEW_RETENTION_DAYS} days; views before that keep the days that they had.
      </p>
      <input
        className="in"
        type="search"
        aria-label="Search for a city or region"
        placeholder="City or region"
        autoComplete="off"
        spellCheck={false}
        value={searchText}
        onChange={(event) => setSearchText(event.target.value)}
      />
      <p className="vh" role="status">
        {searchText.trim() && `${matches.length} found`}
      </p>
      {matches.length > 0 ? (
        <ZoneList zones={matches} selected={selected} onSelect={setSelected} name={name} />
      ) : (
        <p className="an-zones muted">No time zone is called “{searchText.trim()}”.</p>
      )}
      <p className="small">
        Chosen: <b>{getZoneLabel(selected)}</b>
      </p>
      <div className="dlg-keys">
        <Button onClick={onClose}>Cancel</Button>
        <Button variant="primary" busyLabel={busy && 'Counting anew...'} onClick={() => void save()}>
          Use this time zone
        </Button>
      </div>
    </Dialog>
  );
}
