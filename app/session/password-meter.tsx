import { MIN_PASSWORD_LENGTH } from '#domain/account.ts';

import { getStrengthAdvice, getPasswordStrength } from './password-strength.ts';

const LEVELS = [1, 2, 3, 4];

type Props = { password: string; /** Minimum number of characters. */ minLength?: number };

/** Strength of a new password: four bars and a hint. Rendered as the hint of its field. */
export function PasswordMeter({ password, minLength = MIN_PASSWORD_LENGTH }: Props) {
  const strength = getPasswordStrength(password, minLength);
  return (
    <>
      <span className="meter" aria-hidden="true">
        {LEVELS.map((level) => (
          <i key={level} data-on={level <= strength} />
        ))}
      </span>
      <span aria-live="polite">{getStrengthAdvice(strength, minLength)}</span>
    </>
  );
}
