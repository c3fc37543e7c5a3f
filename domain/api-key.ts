import { apiScopeMessages } from '#content/messages/api-scopes.ts';

/** API key scopes with their descriptions in the interface. */
export const API_SCOPES = apiScopeMessages;

export type ApiScope = keyof typeof API_SCOPES;
export const API_SCOPE_NAMES = Object.keys(API_SCOPES) as readonly ApiScope[];

/** An API key as the list shows it; the full key is shown once, when it is created. */
export type ApiKey = {
  id: string;
  name: string;
  /** First characters of the key. */
  start: string;
  scopes: ApiScope[];
  createdAt: string;
  expiresAt: string | null;
  lastUsedAt: string | null;
  lastUsedFrom: string | null;
};
