import { TypedField } from '#app/session/typed-field.tsx';
import { MAX_NAME } from '#domain/account.ts';

type Props = { value: string; onType: (name: string) => void; error?: string | null | undefined };

export const FactorNameField = ({ value, onType, error }: Props) => (
  <TypedField
    label="Name"
    hint="By which you know it when you sign in."
    value={value}
    onType={onType}
    error={error}
    maxLength={MAX_NAME}
    autoComplete="off"
    autoCapitalize="sentences"
    dir="auto"
  />
);
