import type { FactorNow } from './factors.ts';

export type AddFactorProps = {
  /** Default name. */
  suggested: string;
  /** An enrollment that was started earlier and still has to be verified. */
  unfinished?: FactorNow | undefined;
  onAdded: () => void;
  onClose: () => void;
};

/** True for an error that belongs to the name field. */
export const isNameRefusal = (code: string | null): boolean => code === 'mfa_factor_name_conflict';
