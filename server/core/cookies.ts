import { randomBytes } from 'node:crypto';

/** 256 bits in base64url: the format of tokens in cookies and links. */
export const TOKEN_PATTERN = /^[\w-]{43}$/;

export const createToken = (): string => randomBytes(32).toString('base64url');

const isSecure = (origin: string): boolean => origin.startsWith('https:');

/** Over TLS, the `__Host-` prefix proves that this host set the cookie. */
const getCookieName = (origin: string, name: string): string => (isSecure(origin) ? `__Host-${name}` : name);

type Cookie = { name: string; value: string; maxAgeS: number };

/** Value of a Set-Cookie header. No script can read the cookie. */
export const formatCookie = (origin: string, { name, value, maxAgeS }: Cookie): string =>
  `${getCookieName(origin, name)}=${value}; Path=/; Max-Age=${maxAgeS}; HttpOnly; SameSite=Lax${isSecure(origin) ? '; Secure' : ''}`;

/** Returns the token from the Cookie header, or null when there is none of our format. */
export function readCookieToken(origin: string, name: string, cookies: string | null): string | null {
  const prefix = `${getCookieName(origin, name)}=`;
  for (const pair of (cookies ?? '').split(';')) {
    const value = pair.trim();
    if (value.startsWith(prefix) && TOKEN_PATTERN.test(value.slice(prefix.length))) return value.slice(prefix.length);
  }
  return null;
}
