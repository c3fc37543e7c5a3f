/** `waiting`: the payment has not arrived yet. */
export const ENTITLEMENT_STATES = ['waiting', 'active', 'paused', 'ended'] as const;
export type EntitlementState = (typeof ENTITLEMENT_STATES)[number];

/** Why access is not active. */
export const ENTITLEMENT_REASONS = [
  'payment_pending',
  'payment_failed',
  'refunded',
  'disputed',
  'dispute_lost',
  'payment_overdue',
  'subscription_ended',
  'expired',
  'revoked',
] as const;
export type EntitlementReason = (typeof ENTITLEMENT_REASONS)[number];

/**
 * `revoked`: the seller ended access. `kept`: access stays whatever is refunded, because the seller said so. `restored`: the
 * seller gave back access that had ended. Only they, or the end of its days, end it again.
 */
export type SellerDecision = 'revoked' | 'kept' | 'restored';

/** `unused`: not sold yet. `replaced`: the buyer got another key instead. */
export const LICENSE_STATES = ['unused', 'active', 'paused', 'ended', 'replaced'] as const;
export type LicenseState = (typeof LICENSE_STATES)[number];

/** The states that sellers and programs see. `expired`: an active key whose time is over. */
export const CURRENT_LICENSE_STATES = [...LICENSE_STATES, 'expired'] as const;
export type CurrentLicenseState = (typeof CURRENT_LICENSE_STATES)[number];

export const getLicenseState = (
  { state, expiresAt }: { state: LicenseState; expiresAt: Date | null },
  now: Date,
): CurrentLicenseState => (state === 'active' && expiresAt !== null && expiresAt <= now ? 'expired' : state);

export const LICENSES_PER_PAGE = 50;

/** A license key as lists show it; only `ending`, its last five characters. Dates are ISO 8601 UTC. */
export type LicenseRow = {
  id: string;
  deliverableId: string;
  deliverableName: string;
  pageId: string;
  ending: string;
  state: CurrentLicenseState;
  /** Active activations, and how many are allowed; null: no limit. */
  activations: number;
  maxActivations: number | null;
  expiresAt: string | null;
  orderId: string | null;
  orderNumber: number | null;
  buyerEmail: string | null;
  createdAt: string;
  assignedAt: string | null;
};

export type LicenseActivation = {
  id: string;
  label: string;
  ipPrefix: string;
  createdAt: string;
  endedAt: string | null;
};

/** A buyer's access to a deliverable as the seller sees it at the order. */
export type OrderEntitlement = {
  id: string;
  orderId: string;
  /** Key of the order's line that it belongs to. */
  lineKey: string;
  deliverableId: string;
  kind: 'file' | 'keys' | 'link' | 'text';
  name: string;
  state: EntitlementState;
  reason: EntitlementReason | null;
  decision: SellerDecision | null;
  endsAt: string | null;
  createdAt: string;
  changedAt: string;
  /** Of a file: how often it was downloaded, and when first and last. */
  downloads: { count: number; firstAt: string | null; lastAt: string | null };
  /** Its license keys, without replaced ones. */
  licenses: { id: string; ending: string; state: LicenseState; activations: number; maxActivations: number | null }[];
};

type AccessState = Pick<OrderEntitlement, 'state' | 'reason'>;

/** Whether there is access that the seller can end by hand. */
export const canRevokeAccess = ({ state }: AccessState): boolean => state !== 'ended';

const RESTORABLE_REASONS: readonly (EntitlementReason | null)[] = [
  'revoked',
  'refunded',
  'dispute_lost',
  'subscription_ended',
];

/** Whether the seller can give back access that has ended. Access whose time ran out, or that was never paid, stays ended. */
export const canRestoreAccess = ({ state, reason }: AccessState): boolean =>
  state === 'ended' && RESTORABLE_REASONS.includes(reason);
