import { useState, type RefObject } from 'react';

import { Field } from './field.tsx';

/** How hard a new password is to guess: steps of four, and what would help. */
export type PasswordMeter = { steps: number; advice: string };

type Props = {
  label?: string;
  value: string;
  onChange: (value: string) => void;
  error: string | null;
  inputRef: RefObject<HTMLInputElement | null>;
  /** With a meter it is a new password; password managers then offer one. */
  meter?: PasswordMeter;
};

const STEPS = [1, 2, 3, 4];

const Meter = ({ steps, advice }: PasswordMeter) => (
  <>
    <span className="meter" aria-hidden="true">
      {STEPS.map((step) => (
        <i key={step} data-on={step <= steps} />
      ))}
    </span>
    <span aria-live="polite">{advice}</span>
  </>
);

/** The password with its Show key and, for a new one, the meter that advises. */
export function PasswordField({ label = 'Password', value, onChange, error, inputRef, meter }: Props) {
  const [shown, setShown] = useState(false);
  const show = (
    <button type="button" className="lab-key" onClick={() => setShown(!shown)}>
      {shown ? 'Hide' : 'Show'}
      <span className="vh"> password</span>
    </button>
  );
  return (
    <Field label={label} aside={show} hint={meter && <Meter {...meter} />} error={error}>
      {(wiring) => (
        <input
          {...wiring}
          ref={inputRef}
          className="in tall"
          type={shown ? 'text' : 'password'}
          autoComplete={meter ? 'new-password' : 'current-password'}
          autoCapitalize="none"
          spellCheck={false}
          required
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
}
