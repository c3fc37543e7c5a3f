/** Parses a calendar day (`YYYY-MM-DD`) from a URL or a date input. Returns null for anything else. */
export function parseIsoDate(text: string | null): string | null {
  if (text === null || !/^\d{4}-\d{2}-\d{2}$/.test(text)) return null;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text) ? text : null;
}

type Props = { label: string; value: string | null; onChange: (date: string | null) => void };

/** A date input. `onChange` receives an ISO date, or null while the input is incomplete. */
export function DateField({ label, value, onChange }: Props) {
  return (
    <label className="date-field small">
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
