import { Secret, TOTP } from 'otpauth';
import { renderSVG } from 'uqr';

import { SITE } from '#content/site.ts';

const PERIOD_S = 30;
const SECRET_BYTES = 20;
/** Accepted periods before and after the current one: clocks differ, and typing takes time. */
const PERIOD_WINDOW = 1;

export const newTotpSecret = (): string => new Secret({ size: SECRET_BYTES }).base32;

/** Enrollment data, returned once. The QR code is bare SVG: the client makes a data URL of it. */
export function createTotpEnrollment(secret: string, email: string): { qr_code: string; secret: string; uri: string } {
  const uri = createTotp(secret, email).toString();
  return { qr_code: renderSVG(uri, { ecc: 'M', border: 4 }), secret, uri };
}

/** Returns the period of a valid code; null when the code is wrong, too old or used already. */
export function matchTotpPeriod(secret: string, code: string, lastUsedPeriod: number | null, now: Date): number | null {
  const timestamp = now.getTime();
  const delta = createTotp(secret, '').validate({ token: code, timestamp, window: PERIOD_WINDOW });
  if (delta === null) return null;
  const period = Math.floor(timestamp / 1000 / PERIOD_S) + delta;
  return lastUsedPeriod === null || period > lastUsedPeriod ? period : null;
}

const createTotp = (secret: string, label: string): TOTP =>
  new TOTP({ issuer: SITE.name, label, secret, algorithm: 'SHA1', digits: 6, period: PERIOD_S });
