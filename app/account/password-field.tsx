import { useState, type RefObject } from 'react';

import { PasswordMeter } from '#app/session/password-meter.tsx';
import { Field } from '#app/ui/field.tsx';

import type { AccountTab } from './credentials.ts';

type Props = {
  tab: AccountTab;
  value: string;
  onChange: (value: string) => void;
  error: string | null;
  inputRef: RefObject<HTMLInputElement | null>;
};

/** The password with its Show key and, for a new one, the meter that advises. */
export function PasswordField({ tab, value, onChange, error, inputRef }: Props) {
  const [shown, setShown] = useState(false);
  const show = (
    <button type="button" className="lab-key" onClick={() => setShown(!shown)}>
      {shown ? 'Hide' : 'Show'}
      <span className="vh"> password</span>
    </button>
  );
  const meter = tab === 'sign-up' ? <PasswordMeter password={value} /> : undefined;
  return (
    <Field label="Password" aside={show} hint={meter} error={error}>
      {(wiring) => (
        <input
          {...wiring}
          ref={inputRef}
          className="in tall"
          type={shown ? 'text' : 'password'}
          autoComplete={tab === 'sign-up' ? 'new-password' : 'current-password'}
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
