/** Expected headers of every response and of API responses. Used by tests only. */
export type Expected = Record<string, string | RegExp | null>;

export const NOTHING = "default-src 'none'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'";

export const COMMON: Expected = {
  'x-request-id': /^[\w-]{8,64}$/,
  'x-content-type-options': 'nosniff',
  'origin-agent-cluster': '?1',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), usb=(), payment=()',
  'strict-transport-security': null,
  'access-control-allow-origin': null,
  'set-cookie': null,
  server: null,
  'x-powered-by': null,
};
export const SAME: Expected = { 'cross-origin-resource-policy': 'same-origin' };
export const MACHINE: Expected = {
  ...COMMON,
  ...SAME,
  'content-security-policy': NOTHING,
};
/** Responses for one user or API key only. */
export const PRIVATE: Expected = { ...MACHINE, 'cache-control': 'no-store' };

/** Lists headers that differ from the expected ones. */
export const wrongHeaders = (headers: Headers, expected: Expected): string[] =>
  Object.entries(expected).flatMap(([name, value]) => {
    const got = headers.get(name);
    const fits = value instanceof RegExp ? value.test(got ?? '') : got === value;
    return fits ? [] : [`${name}: ${got} instead of ${value}`];
  });
