import { PURCHASES_SESSION_HOURS } from '#domain/purchase.ts';

/** 256 bits in base64url: the format of link and session tokens. */
export const TOKEN = /^[\w-]{43}$/;

const isSecure = (appUrl: string): boolean => appUrl.startsWith('https:');

/** Over TLS, the `__Host-` prefix proves that this host set the cookie. */
const nameOf = (appUrl: string): string => (isSecure(appUrl) ? '__Host-purchases' : 'purchases');

const cookie = (appUrl: string, value: string, maxAgeS: number): string =>
  `${nameOf(appUrl)}=${value}; Path=/; Max-Age=${maxAgeS}; HttpOnly; SameSite=Lax${isSecure(appUrl) ? '; Secure' : ''}`;

export const cookieWith = (appUrl: string, token: string): string =>
  cookie(appUrl, token, PURCHASES_SESSION_HOURS * 3600);

export const noCookie = (appUrl: string): string => cookie(appUrl, '', 0);

/** Returns the token from the Cookie header, or null when there is none of our format. */
export function tokenIn(appUrl: string, cookies: string | null): string | null {
  const name = `${nameOf(appUrl)}=`;
  for (const part of (cookies ?? '').split(';')) {
    const value = part.trim();
    if (value.startsWith(name) && TOKEN.test(value.slice(name.length))) return value.slice(name.length);
  }
  return null;
}
