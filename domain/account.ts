/** The specification's rule of who may have an account, in years. */
export const MIN_AGE = 18;

/** Characters, as people count them; whoever runs the shop may raise the first one. */
export const MIN_PASSWORD = 6;
export const MAX_PASSWORD = 128;

/** A session that nobody refreshes ends after the first, one that is used after the second. */
export const SESSION_IDLE_DAYS = 7;
export const SESSION_LONGEST_DAYS = 30;

/** How long a link that signs in, or lets a new password be set, can be used. */
export const ONE_TIME_LINK_HOURS = 1;

/** How long after showing who they are somebody may change what guards the account, in minutes. */
export const CONFIRMED_MINUTES = 5;

export const FACTOR_TYPES = ['totp', 'phone', 'webauthn'] as const;
export type FactorType = (typeof FACTOR_TYPES)[number];

export const PROVIDERS = ['google', 'github', 'apple'] as const;
export type IdentityProvider = (typeof PROVIDERS)[number];
export const PROVIDER_NAMES: Record<IdentityProvider, string> = {
  google: 'Google',
  github: 'GitHub',
  apple: 'Apple',
};

/** What a person may choose from on the sign-in page, by the configuration. */
export type SignInOptions = {
  providers: readonly IdentityProvider[];
  /** Whose script draws the captcha, and for which site; null: none is asked for. */
  captcha: { kind: 'turnstile' | 'hcaptcha'; siteKey: string } | null;
  minPassword: number;
  /** False where no SMS can be sent. */
  phone: boolean;
};

export const MAX_NAME = 80;
export const MAX_FACTORS = 10;
export const MAX_PASSKEYS = 10;
export const RECOVERY_CODES = 10;

/** `first`: the password, or the mailbox; `second`: a second step, where the account has one. */
export const SHOWN_STEPS = ['first', 'second'] as const;
export type ShownStep = (typeof SHOWN_STEPS)[number];

/** What the account page shows beside the user of the session. */
export type Account = {
  email: string;
  emailConfirmed: boolean;
  /** Asked for, and not yet confirmed. */
  newEmail: string | null;
  /** The person's own name; empty when not given. */
  name: string;
  hasPassword: boolean;
  /** Left to be used; null where there were never any. */
  recoveryCodesLeft: number | null;
  /** What was removed when the account was reset in the last days, in words; null: nothing. */
  removedByReset: string | null;
  /** False until the address is confirmed. */
  mayHaveSecondStep: boolean;
  /** What must be shown again before a sensitive change; empty: nothing for now. */
  unshown: ShownStep[];
  createdAt: string;
  options: SignInOptions;
};

/** A browser that is signed in. Dates ISO 8601, UTC. */
export type AccountSession = {
  id: string;
  /** The one that asks. */
  current: boolean;
  /** In words, such as 'Firefox on Windows'. */
  device: string;
  kind: 'desktop' | 'phone' | 'tablet' | 'unknown';
  /** An IPv4 address, or the /64 of an IPv6 one; null when not known. */
  address: string | null;
  createdAt: string;
  lastUsedAt: string;
  secondStep: boolean;
};

/** What becomes of everything when the account is deleted, told beforehand. */
export type AccountFate = {
  pages: { total: number; onSale: number };
  orders: number;
  /** Of the seller's buyers, still running at their own provider account. */
  buyersSubscriptions: number;
  subscription: { plan: string; status: string } | null;
  connected: boolean;
};
