import { apiKeyFormMessages } from '#content/messages/api-key-form.ts';
import { API_SCOPE_NAMES, type ApiScope } from '#domain/api-key.ts';

const messages = apiKeyFormMessages.form;

export const READ_SCOPES: readonly ApiScope[] = API_SCOPE_NAMES.filter((scope) => scope.endsWith(':read'));

const hasSameScopes = (scopesA: readonly string[], scopesB: readonly string[]): boolean =>
  scopesA.length === scopesB.length && scopesA.every((scope) => scopesB.includes(scope));

export type ScopePreset = 'reading' | 'reporting' | 'support' | 'everything';

/** For dashboards and bookkeeping, without data that has nothing to do with sales. */
const REPORTING_SCOPES: readonly ApiScope[] = ['pages:read', 'orders:read', 'subscriptions:read', 'analytics:read'];
/** For customer support: looks up buyers, sends receipts again, refunds, and ends subscriptions. */
const SUPPORT_SCOPES: readonly ApiScope[] = [
  'pages:read',
  'orders:read',
  'orders:write',
  'refunds:write',
  'subscriptions:read',
  'subscriptions:write',
];

export const SCOPE_PRESETS: Record<ScopePreset, { label: string; scopes: readonly ApiScope[] }> = {
  reading: { label: messages.preset.reading, scopes: READ_SCOPES },
  reporting: { label: messages.preset.reporting, scopes: REPORTING_SCOPES },
  support: { label: messages.preset.support, scopes: SUPPORT_SCOPES },
  everything: { label: messages.preset.everything, scopes: API_SCOPE_NAMES },
};

export const getScopePreset = (scopes: readonly ApiScope[]): ScopePreset | null =>
  (Object.keys(SCOPE_PRESETS) as ScopePreset[]).find((preset) => hasSameScopes(SCOPE_PRESETS[preset].scopes, scopes)) ??
  null;

export function formatScopes(scopes: readonly ApiScope[]): string {
  const preset = getScopePreset(scopes);
  return preset ? SCOPE_PRESETS[preset].label : API_SCOPE_NAMES.filter((scope) => scopes.includes(scope)).join(', ');
}

/** Lifetimes of a new key in days; null: until it is revoked. */
export const KEY_LIFETIMES: readonly { days: number | null; label: string }[] = [
  { days: 30, label: messages.lifetimes.days({ days: 30 }) },
  { days: 90, label: messages.lifetimes.days({ days: 90 }) },
  { days: 365, label: messages.lifetimes.year },
  { days: null, label: messages.lifetimes.never },
];
