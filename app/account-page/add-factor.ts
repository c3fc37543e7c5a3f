import type { AccountFactor } from './factors.ts';

export type AddFactorProps = {
  /** Default name. */
  suggestedName: string;
  /** An enrollment that was started earlier and still has to be verified. */
  pendingFactor?: AccountFactor | undefined;
  onAdded: () => void;
  onClose: () => void;
};

/** True for an error that belongs to the name field. */
export const isNameConflict = (code: string | null): boolean => code === 'mfa_factor_name_conflict';
