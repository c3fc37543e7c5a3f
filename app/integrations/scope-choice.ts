import { API_SCOPE_NAMES, type ApiScope } from '#domain/api-key.ts';

export const READING: readonly ApiScope[] = API_SCOPE_NAMES.filter((scope) => scope.endsWith(':read'));

const same = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((scope) => other.includes(scope));

export type ScopePreset = 'reading' | 'everything';

export const PRESETS: Record<ScopePreset, { label: string; scopes: readonly ApiScope[] }> = {
  reading: { label: 'Read only', scopes: READING },
  everything: { label: 'Everything', scopes: API_SCOPE_NAMES },
};

export const presetOf = (scopes: readonly ApiScope[]): ScopePreset | null =>
  (Object.keys(PRESETS) as ScopePreset[]).find((preset) => same(PRESETS[preset].scopes, scopes)) ?? null;

/** Short summary of a key's scopes. */
export function scopesText(scopes: readonly ApiScope[]): string {
  const preset = presetOf(scopes);
  return preset ? PRESETS[preset].label : API_SCOPE_NAMES.filter((one) => scopes.includes(one)).join(', ');
}

/** Lifetimes of a new key in days; null: until it is revoked. */
export const KEY_LIVES: readonly { days: number | null; label: string }[] = [
  { days: 30, label: '30 days' },
  { days: 90, label: '90 days' },
  { days: 365, label: 'A year' },
  { days: null, label: 'Until I revoke it' },
];
