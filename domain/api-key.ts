import { apiScopeMessages } from '#content/messages/api-scopes.ts';

/** API key scopes with their descriptions in the interface. */
export const API_SCOPES = apiScopeMessages;

export type ApiScope = keyof typeof API_SCOPES;
export const API_SCOPE_NAMES = Object.keys(API_SCOPES) as readonly ApiScope[];

export const MAX_API_KEYS = 20;

/** An API key as the list shows it; the full key is shown once, when it is created. Dates are ISO 8601, UTC. */
export type ApiKey = {
  id: string;
  name: string;
  /** The first characters of the key, for recognition. */
  start: string;
  scopes: ApiScope[];
  createdAt: string;
  /** Null: the key does not expire. */
  expiresAt: string | null;
  lastUsedAt: string | null;
  /** Client address of the last request, in the form that rate limits use. */
  lastUsedFrom: string | null;
};
