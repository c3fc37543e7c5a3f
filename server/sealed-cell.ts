/**
 * The table, column and row that a sealed text belongs to. It is authenticated with the text (AES-GCM additional data): a
 * text that was copied into another cell does not open there.
 */
export type SealedCell = `${string}.${string}:${string}`;

/** The cell of a row in each column that holds sealed texts; `server/db/sealed-texts.ts` lists the same columns. */
export const SEALED_CELLS = {
  factorSecret: (id: string): SealedCell => `factors.sealed_secret:${id}`,
  signingKey: (kid: string): SealedCell => `signing_keys.sealed_private_jwk:${kid}`,
  webhookSecret: (id: string): SealedCell => `webhook_endpoints.sealed_secret:${id}`,
  oldWebhookSecret: (id: string): SealedCell => `webhook_endpoints.sealed_old_secret:${id}`,
  refreshToken: (id: string): SealedCell => `refresh_tokens.sealed_token:${id}`,
  flowState: (id: string): SealedCell => `flow_states.sealed_secrets:${id}`,
  apiReplay: (id: string): SealedCell => `api_replays.sealed_body:${id}`,
  trialHashKey: (id: string): SealedCell => `trial_hash_keys.sealed_key:${id}`,
  mail: (id: string): SealedCell => `outbox.sealed:${id}`,
  smsCode: (id: string): SealedCell => `outbox.sealedCode:${id}`,
} as const;

/** Tokens that leave the app and are stored in no table: bound to their purpose. */
export const SEALED_TOKENS = {
  operatorProof: 'token.operator_proof:',
  stripeState: 'token.stripe_state:',
} as const satisfies Record<string, SealedCell>;
