import { PURCHASES_SESSION_HOURS } from '#domain/purchase.ts';

/** 256 bits, as links and sessions carry them. */
export const TOKEN = /^[\w-]{43}$/;

const isSecure = (appUrl: string): boolean => appUrl.startsWith('https:');

/** By TLS the name says that this host alone has set it. */
const nameOf = (appUrl: string): string => (isSecure(appUrl) ? '__Host-purchases' : 'purchases');

const cookie = (appUrl: string, value: string, maxAgeS: number): string =>
  `${nameOf(appUrl)}=${value}; Path=/; Max-Age=${maxAgeS}; HttpOnly; SameSite=Lax${isSecure(appUrl) ? '; Secure' : ''}`;

export const cookieWith = (appUrl: string, token: string): string =>
  cookie(appUrl, token, PURCHASES_SESSION_HOURS * 3600);

export const noCookie = (appUrl: string): string => cookie(appUrl, '', 0);

/** The token that a request's cookies carry; null: none, or none of ours. */
export function tokenIn(appUrl: string, cookies: string | null): string | null {
  const name = `${nameOf(appUrl)}=`;
  for (const part of (cookies ?? '').split(';')) {
    const value = part.trim();
    if (value.startsWith(name) && TOKEN.test(value.slice(name.length))) return value.slice(name.length);
  }
  return null;
}
