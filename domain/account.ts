/** Minimum age of account holders in years, set by the specification. */
export const MIN_AGE = 18;

/** In characters (code points). The operator can raise the minimum. */
export const MIN_PASSWORD_LENGTH = 6;
export const MAX_PASSWORD_LENGTH = 128;

/** A session ends after the first limit without a refresh, and after the second limit in any case. */
export const SESSION_IDLE_DAYS = 7;
export const SESSION_MAX_DAYS = 30;

export const MAX_API_KEYS = 20;

/** Lifetime of one-time links: sign-in and password recovery. */
export const ONE_TIME_LINK_HOURS = 1;

/** Minutes after step-up authentication in which the user can change security settings. */
export const REAUTH_MINUTES = 5;

export const FACTOR_TYPES = ['totp', 'phone', 'webauthn'] as const;
export type FactorType = (typeof FACTOR_TYPES)[number];

export const IDENTITY_PROVIDER_NAMES = { google: 'Google', github: 'GitHub', apple: 'Apple' } as const;
export type IdentityProvider = keyof typeof IDENTITY_PROVIDER_NAMES;
export const IDENTITY_PROVIDERS = Object.keys(IDENTITY_PROVIDER_NAMES) as readonly IdentityProvider[];

/** Sign-in methods that the configuration offers. */
export type SignInOptions = {
  providers: readonly IdentityProvider[];
  /** CAPTCHA provider and its site key; null if the CAPTCHA is off. */
  captcha: { kind: 'turnstile' | 'hcaptcha'; siteKey: string } | null;
  minPassword: number;
  /** False if the installation cannot send SMS. */
  phone: boolean;
};

export const MAX_NAME_LENGTH = 80;
export const MAX_FACTORS = 10;
export const MAX_PASSKEYS = 10;
export const RECOVERY_CODE_COUNT = 10;

/** Steps of step-up authentication. `first`: the password or an emailed code; `second`: a second factor. */
export const REAUTH_STEPS = ['first', 'second'] as const;
export type ReauthStep = (typeof REAUTH_STEPS)[number];

/** Account data that the account page shows beside the user of the session. */
export type Account = {
  email: string;
  emailConfirmed: boolean;
  /** Requested but not confirmed yet. */
  newEmail: string | null;
  /** The user's name; empty if not set. */
  name: string;
  hasPassword: boolean;
  /** Unused recovery codes; null if none were ever created. */
  recoveryCodesLeft: number | null;
  /** Sentence that lists what a recent account reset removed; null if nothing. */
  removedByReset: string | null;
  /** False until the email address is confirmed. */
  mayHaveSecondStep: boolean;
  /** Steps that the user must repeat before a sensitive change; empty if none. */
  unshown: ReauthStep[];
  createdAt: string;
  options: SignInOptions;
};

/** A signed-in browser. Dates are ISO 8601, UTC. */
export type AccountSession = {
  id: string;
  /** The session that made the request. */
  current: boolean;
  /** Readable name, such as 'Firefox on Windows'. */
  device: string;
  kind: 'desktop' | 'phone' | 'tablet' | 'unknown';
  /** An IPv4 address or the /64 prefix of an IPv6 address; null if unknown. */
  address: string | null;
  createdAt: string;
  lastUsedAt: string;
  secondStep: boolean;
};

/** Consequences of deleting the account, shown before confirmation. */
export type AccountDeletionSummary = {
  pages: { total: number; onSale: number };
  orders: number;
  /** Subscriptions of the seller's buyers that still run in the seller's own Stripe account. */
  buyersSubscriptions: number;
  /** Whether buyers have access to files, license keys or other things that the seller's pages deliver. */
  hasDeliveries: boolean;
  subscription: { plan: string; status: string } | null;
  connected: boolean;
};
