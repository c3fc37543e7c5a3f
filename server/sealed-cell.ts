/**
 * Table, column and row of an encrypted value. The cell is authenticated with the value (AES-GCM additional data): a value
 * copied into another cell cannot be decrypted.
 */
export type SealedCell = `${string}.${string}:${string}`;

/** Cell of a row for each encrypted column; `server/db/sealed-texts.ts` lists the same columns. */
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

/** Encrypted tokens that leave the app and are stored in no table: bound to their purpose. */
export const SEALED_TOKENS = {
  operatorProof: 'token.operator_proof:',
  stripeState: 'token.stripe_state:',
} as const satisfies Record<string, SealedCell>;
