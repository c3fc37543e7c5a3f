import { Secret, TOTP } from 'otpauth';
import { renderSVG } from 'uqr';

import { SITE } from '#content/site.ts';

const PERIOD_S = 30;
const SECRET_BYTES = 20;
/** Accepted periods before and after the current one: clocks differ, and typing takes time. */
const WINDOW = 1;

export const newTotpSecret = (): string => new Secret({ size: SECRET_BYTES }).base32;

/** Enrollment data, returned once. The QR code is bare SVG: the client makes a data URL of it. */
export function totpSetUp(secret: string, email: string): { qr_code: string; secret: string; uri: string } {
  const uri = totpOf(secret, email).toString();
  return { qr_code: renderSVG(uri, { ecc: 'M', border: 4 }), secret, uri };
}

/** Returns the period of a valid code; null when the code is wrong, too old or used already. */
export function totpPeriod(secret: string, code: string, after: number | null, now: Date): number | null {
  const timestamp = now.getTime();
  const delta = totpOf(secret, '').validate({ token: code, timestamp, window: WINDOW });
  if (delta === null) return null;
  const period = Math.floor(timestamp / 1000 / PERIOD_S) + delta;
  return after === null || period > after ? period : null;
}

const totpOf = (secret: string, label: string): TOTP =>
  new TOTP({ issuer: SITE.name, label, secret, algorithm: 'SHA1', digits: 6, period: PERIOD_S });
