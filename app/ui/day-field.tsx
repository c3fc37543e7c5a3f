import { parseIsoDate } from './day-from.ts';

type Props = { label: string; value: string | null; onChange: (date: string | null) => void };

/** A date input. `onChange` receives an ISO date, or null while the input is incomplete. */
export function DateField({ label, value, onChange }: Props) {
  return (
    <label className="day-field small">
      <span className="muted">{label}</span>
      <input
        className="in"
        type="date"
        value={value ?? ''}
        onChange={(event) => onChange(parseIsoDate(event.target.value))}
      />
    </label>
  );
}
