import { PURCHASES_SESSION_HOURS } from '#domain/purchase.ts';

/** 256 bits in base64url: the format of link and session tokens. */
export const TOKEN_PATTERN = /^[\w-]{43}$/;

const isSecure = (appUrl: string): boolean => appUrl.startsWith('https:');

/** Over TLS, the `__Host-` prefix proves that this host set the cookie. */
const getCookieName = (appUrl: string): string => (isSecure(appUrl) ? '__Host-purchases' : 'purchases');

const formatCookie = (appUrl: string, value: string, maxAgeS: number): string =>
  `${getCookieName(appUrl)}=${value}; Path=/; Max-Age=${maxAgeS}; HttpOnly; SameSite=Lax${isSecure(appUrl) ? '; Secure' : ''}`;

export const createSessionCookie = (appUrl: string, token: string): string =>
  formatCookie(appUrl, token, PURCHASES_SESSION_HOURS * 3600);

export const createExpiredCookie = (appUrl: string): string => formatCookie(appUrl, '', 0);

/** Returns the token from the Cookie header, or null when there is none of our format. */
export function readSessionToken(appUrl: string, cookies: string | null): string | null {
  const name = `${getCookieName(appUrl)}=`;
  for (const pair of (cookies ?? '').split(';')) {
    const value = pair.trim();
    if (value.startsWith(name) && TOKEN_PATTERN.test(value.slice(name.length))) return value.slice(name.length);
  }
  return null;
}
