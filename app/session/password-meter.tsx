import { MIN_PASSWORD } from '#domain/account.ts';

import { adviceOf, strengthOf } from './password-strength.ts';

const STEPS = [1, 2, 3, 4];

type Props = { password: string; /** Minimum number of characters. */ least?: number };

/** Strength of a new password: four bars and a hint. Rendered as the hint of its field. */
export function PasswordMeter({ password, least = MIN_PASSWORD }: Props) {
  const strength = strengthOf(password, least);
  return (
    <>
      <span className="meter" aria-hidden="true">
        {STEPS.map((step) => (
          <i key={step} data-on={step <= strength} />
        ))}
      </span>
      <span aria-live="polite">{adviceOf(strength, least)}</span>
    </>
  );
}
