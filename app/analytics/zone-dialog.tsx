import { Check } from 'lucide-react';
import { useId, useState } from 'react';

import { call } from '#app/session/call.ts';
import { useFailToast } from '#app/session/use-fail-toast.ts';
import { Dialog } from '#app/ui/dialog.tsx';
import { Key } from '#app/ui/key.tsx';
import { RAW_VIEW_DAYS } from '#domain/analytics.ts';

import { allZones, searchZones, zoneWords, type Zone } from './zones.ts';

type ListProps = { zones: readonly Zone[]; chosen: string; onChoose: (name: string) => void; name: string };

function ZoneList({ zones, chosen, onChoose, name }: ListProps) {
  return (
    <fieldset className="an-zones">
      <legend className="vh">Time zones</legend>
      {zones.map((zone) => (
        <label key={zone.name} className="an-zone">
          <input
            type="radio"
            name={name}
            value={zone.name}
            checked={zone.name === chosen}
            onChange={() => onChoose(zone.name)}
          />
          <span>{zone.words}</span>
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
  const [zones] = useState(() => allZones(new Date(), timeZone));
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState(timeZone);
  const [busy, setBusy] = useState(false);
  const failToast = useFailToast();
  const name = useId();
  const found = searchZones(zones, typed);
  const save = async () => {
    if (chosen === timeZone) return onClose();
    setBusy(true);
    try {
      await call('set-time-zone', { timeZone: chosen });
      onChanged();
      onClose();
    } catch (error) {
      failToast(error, 'Not changed');
      setBusy(false);
    }
  };
  return (
    <Dialog title="Where do your days begin?" onClose={onClose} focusFirst="input[type=search]">
      <p className="small muted">
        At midnight of this place. Money is counted by it at once, and so are the views of the last{' '}
        {RAW_VIEW_DAYS} days; views before that keep the days that they had.
      </p>
      <input
        className="in"
        type="search"
        aria-label="Search for a city or region"
        placeholder="City or region"
        autoComplete="off"
        spellCheck={false}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      <p className="vh" role="status">
        {typed.trim() && `${found.length} found`}
      </p>
      {found.length > 0 ? (
        <ZoneList zones={found} chosen={chosen} onChoose={setChosen} name={name} />
      ) : (
        <p className="an-zones muted">No time zone is called “{typed.trim()}”.</p>
      )}
      <p className="small">
        Chosen: <b>{zoneWords(chosen)}</b>
      </p>
      <div className="dlg-keys">
        <Key onClick={onClose}>Cancel</Key>
        <Key kind="primary" busy={busy && 'Counting anew...'} onClick={() => void save()}>
          Use this time zone
        </Key>
      </div>
    </Dialog>
  );
}
