import { useLayoutEffect, type RefObject } from 'react';

import { Field } from '#app/ui/field.tsx';

type Props = {
  value: string;
  onChange: (value: string) => void;
  error: string | null;
  inputRef: RefObject<HTMLInputElement | null>;
  autoComplete?: 'email' | 'username';
};

/** An address; what was typed before the script was there is kept. */
export function EmailField({ value, onChange, error, inputRef, autoComplete = 'username' }: Props) {
  useLayoutEffect(() => {
    const typed = inputRef.current?.value ?? '';
    if (typed !== value) onChange(typed);
    // oxlint-disable-next-line react/exhaustive-deps -- once, when the script takes over
  }, []);
  return (
    <Field label="Email" error={error}>
      {(wiring) => (
        <input
          {...wiring}
          ref={inputRef}
          className="in tall"
          type="email"
          autoComplete={autoComplete}
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
