import { TextField } from '#app/session/typed-field.tsx';
import { MAX_NAME_LENGTH } from '#domain/account.ts';

type Props = { value: string; onValueChange: (name: string) => void; error?: string | null | undefined };

export const FactorNameField = ({ value, onValueChange, error }: Props) => (
  <TextField
    label="Name"
    hint="By which you know it when you sign in."
    value={value}
    onValueChange={onValueChange}
    error={error}
    maxLength={MAX_NAME_LENGTH}
    autoComplete="off"
    autoCapitalize="sentences"
    dir="auto"
  />
);
