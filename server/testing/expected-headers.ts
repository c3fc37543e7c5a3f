/** Expected headers of every response and of API responses. Used by tests only. */
export type ExpectedHeaders = Record<string, string | RegExp | null>;

export const API_CSP_TEXT = "default-src 'none'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'";

export const COMMON_EXPECTED: ExpectedHeaders = {
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
export const SAME_ORIGIN: ExpectedHeaders = { 'cross-origin-resource-policy': 'same-origin' };
export const API_EXPECTED: ExpectedHeaders = {
  ...COMMON_EXPECTED,
  ...SAME_ORIGIN,
  'content-security-policy': API_CSP_TEXT,
};
/** Responses for one user or API key only. */
export const PRIVATE_EXPECTED: ExpectedHeaders = { ...API_EXPECTED, 'cache-control': 'no-store' };

/** Lists headers that differ from the expected ones. */
export const listWrongHeaders = (headers: Headers, expected: ExpectedHeaders): string[] =>
  Object.entries(expected).flatMap(([name, value]) => {
    const actual = headers.get(name);
    const matches = value instanceof RegExp ? value.test(actual ?? '') : actual === value;
    return matches ? [] : [`${name}: ${actual} instead of ${value}`];
  });
