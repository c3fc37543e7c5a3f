import { TextField } from '#app/components/text-field.tsx';
import { twoFactorDialogMessages } from '#content/messages/two-factor-dialogs.ts';
import { MAX_NAME_LENGTH } from '#domain/account.ts';

import type { AccountFactor } from './account-factors.ts';

export type AddFactorProps = {
  suggestedName: string;
  /** An enrollment that was started earlier and still has to be verified. */
  pendingFactor?: AccountFactor | undefined;
  onAdded: () => void;
  onClose: () => void;
};

/** True for an error that belongs to the name field. */
export const isNameConflict = (code: string | null): boolean => code === 'mfa_factor_name_conflict';

type Props = { value: string; onValueChange: (name: string) => void; error?: string | null | undefined };

export const FactorNameField = ({ value, onValueChange, error }: Props) => (
  <TextField
    label={twoFactorDialogMessages.addFactor.nameLabel}
    hint={twoFactorDialogMessages.addFactor.nameHint}
    value={value}
    onValueChange={onValueChange}
    error={error}
    maxLength={MAX_NAME_LENGTH}
    autoComplete="off"
    autoCapitalize="sentences"
    dir="auto"
  />
);
