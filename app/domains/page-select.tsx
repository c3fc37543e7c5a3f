import type { Wiring } from '#app/ui/field.tsx';

import type { PageChoice } from './page-choices.ts';

type Props = {
  wiring: Wiring;
  value: string;
  choices: readonly PageChoice[];
  /** Current page, which can be missing from the options. */
  held?: { id: string; name: string } | null;
  disabled?: boolean;
  onChange: (pageId: string) => void;
};

/** Select with the seller's pages and an empty option. */
export function PageSelect({ wiring, value, choices, held = null, disabled = false, onChange }: Props) {
  const isListed = held === null || choices.some(({ id }) => id === held.id);
  return (
    <select
      {...wiring}
      className="in"
      value={value}
      disabled={disabled}
      onChange={(event) => onChange(event.target.value)}
    >
      <option value="">No page yet</option>
      {!isListed && held && <option value={held.id}>{held.name || 'Untitled page'}</option>}
      {choices.map((choice) => (
        <option key={choice.id} value={choice.id} disabled={choice.disabled}>
          {choice.label}
        </option>
      ))}
    </select>
  );
}
