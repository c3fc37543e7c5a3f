import { authenticationMessages } from '#content/messages/authentication.ts';
import { MIN_PASSWORD_LENGTH } from '#domain/account.ts';

/** 0: too short; 1 to 4: how hard the password is to guess. Only a hint, never a reason for refusal. */
type PasswordStrength = 0 | 1 | 2 | 3 | 4;

const messages = authenticationMessages.passwordStrength;

const COMMON_PATTERNS = /password|passwort|qwert|azerty|letmein|welcome|admin|iloveyou|abc|1234|4321|0000|1111/i;
const CHARACTER_CLASSES = [/[a-z]/, /[A-Z]/, /\d/, /[^a-zA-Z\d]/];
const CHARACTER_CLASS_SIZES = [26, 26, 10, 33];

/** Rough entropy in bits. Repeated characters count half, and common patterns halve the result. */
function estimateEntropyBits(password: string): number {
  const alphabetSize = CHARACTER_CLASSES.reduce(
    (sum, characterClass, index) => sum + (characterClass.test(password) ? (CHARACTER_CLASS_SIZES[index] ?? 0) : 0),
    0,
  );
  const characters = Array.from(password);
  const distinctCount = new Set(characters).size;
  const weight = distinctCount + (characters.length - distinctCount) * 0.5;
  const bits = weight * Math.log2(Math.max(alphabetSize, 2));
  return COMMON_PATTERNS.test(password) ? bits * 0.5 : bits;
}

/** `minLength` is the minimum number of characters. */
export function getPasswordStrength(password: string, minLength = MIN_PASSWORD_LENGTH): PasswordStrength {
  if (Array.from(password).length < minLength) return 0;
  const bits = estimateEntropyBits(password);
  if (bits < 32) return 1;
  if (bits < 48) return 2;
  return bits < 72 ? 3 : 4;
}

export const getStrengthAdvice = (strength: PasswordStrength, minLength = MIN_PASSWORD_LENGTH): string =>
  strength === 0 ? messages.tooShort({ minLength }) : messages[strength];

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
