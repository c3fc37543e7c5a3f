import { X } from 'lucide-react';
import { useState } from 'react';

import { momentOf, wallTimeOf, type WallTime } from '#domain/zoned-time.ts';

import { ErrorLine } from './builder-field.tsx';
import { IconKey } from './row-keys.tsx';

/** Range of accepted dates: other years occur while the year is being typed. */
const FIRST_DAY = '2020-01-01';
const LAST_DAY = '2099-12-31';

type Props = {
  /** Id of the date input; the ids of the help text derive from it. */
  id: string;
  label: string;
  name?: string;
  /** ISO 8601 in UTC; null if not set. */
  value: string | null;
  zone: string;
  /** Time used if only a date is entered. */
  usual: string;
  problem?: string | null | undefined;
  onChange: (value: string | null) => void;
  onLeave?: () => void;
};

type Typed = { wall: WallTime; sent: string | null; zone: string };

const NO_TIME: WallTime = { date: '', time: '' };
const wallOf = (value: string | null, zone: string): WallTime =>
  value === null ? NO_TIME : wallTimeOf(new Date(value), zone);

const inReach = (date: string): boolean => date >= FIRST_DAY && date <= LAST_DAY;

/** State of the inputs and the instant that they mean. An incomplete date is kept until blur. */
function useTyped({ value, zone, usual, onChange }: Props) {
  const opened = (): Typed => ({ wall: wallOf(value, zone), sent: value, zone });
  const [typed, setTyped] = useState(opened);
  if (typed.sent !== value || typed.zone !== zone) setTyped(opened());
  const { wall } = typed;
  const meant = momentOf({ date: wall.date, time: wall.time || usual }, zone);
  function change(part: Partial<WallTime>) {
    const next = { ...wall, ...part };
    if (next.date !== '' && next.time === '' && part.time === undefined) next.time = usual;
    const found = inReach(next.date) ? momentOf(next, zone) : null;
    const sent = found ? found.at.toISOString() : value;
    setTyped({ wall: next, sent, zone });
    if (sent !== value) onChange(sent);
  }
  /** Reverts an incomplete input on blur; clearing the date clears the value. */
  function settle() {
    if (wall.date === '' && value !== null) onChange(null);
    else setTyped(opened());
  }
  return { wall, kind: inReach(wall.date) ? meant?.kind : undefined, change, settle };
}

const KIND_WORDS = {
  exact: null,
  skipped: 'The clocks jump over that time: the first one after it counts.',
  twice: 'The clocks show that time twice; the first one counts.',
};

/** Date and time in a time zone, as native inputs. */
export function MomentField(props: Props) {
  const { id, label, name, value, problem, onChange, onLeave } = props;
  const { wall, kind, change, settle } = useTyped(props);
  const words = kind ? KIND_WORDS[kind] : null;
  const wiring = {
    'aria-invalid': problem ? true : undefined,
    'aria-describedby': problem || words ? `${id}-more` : undefined,
  } as const;
  return (
    <div
      className="field"
      onBlur={({ currentTarget, relatedTarget }) => {
        if (currentTarget.contains(relatedTarget)) return;
        settle();
        onLeave?.();
      }}
    >
      <div className="lab">
        <label htmlFor={id}>{label}</label>
      </div>
      <div className="b-moment">
        <input
          {...wiring}
          id={id}
          name={name}
          className="in num"
          type="date"
          min={FIRST_DAY}
          max={LAST_DAY}
          value={wall.date}
          onChange={({ target }) => change({ date: target.value })}
        />
        <input
          {...wiring}
          className="in num"
          type="time"
          aria-label={`${label}: time`}
          value={wall.time}
          onChange={({ target }) => change({ time: target.value })}
        />
        <IconKey
          label={`Clear: ${label}`}
          Icon={X}
          aria-disabled={value === null ? true : undefined}
          onClick={() => onChange(null)}
        />
      </div>
      {problem ? (
        <ErrorLine id={`${id}-more`}>{problem}</ErrorLine>
      ) : (
        words && (
          <p className="hint" id={`${id}-more`} role="status">
            {words}
          </p>
        )
      )}
    </div>
  );
}
