import type { FactorNow } from './factors.ts';

export type AddFactorProps = {
  /** What it is called if nothing else is typed. */
  suggested: string;
  /** Begun earlier; only its last step is left. */
  unfinished?: FactorNow | undefined;
  onAdded: () => void;
  onClose: () => void;
};

/** The refusal of a name stands beneath the name. */
export const isNameRefusal = (code: string | null): boolean => code === 'mfa_factor_name_conflict';
