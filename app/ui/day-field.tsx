import { dayFrom } from './day-from.ts';

type Props = { label: string; value: string | null; onChange: (day: string | null) => void };

/** A date input. `onChange` receives an ISO date, or null while the input is incomplete. */
export function DayField({ label, value, onChange }: Props) {
  return (
    <label className="day-field small">
      <span className="muted">{label}</span>
      <input
        className="in"
        type="date"
        value={value ?? ''}
        onChange={(event) => onChange(dayFrom(event.target.value))}
      />
    </label>
  );
}
