import type { ComponentProps } from 'react';

import type { CheckoutPageConfig } from '#domain/checkout-page.ts';

import { useBuilder } from './builder-context.ts';
import { BuilderTextField } from './typed-field.tsx';

type Config = CheckoutPageConfig;
/** Config keys whose value may be any text. */
export type TextKey = {
  [Key in keyof Config]: string extends Config[Key] ? (Config[Key] extends string ? Key : never) : never;
}[keyof Config];

type ConfigTextFieldProps = Omit<
  ComponentProps<typeof BuilderTextField>,
  'field' | 'value' | 'onValueChange' | 'onBlur'
> & {
  field: TextKey;
  /** Normalizes the text on every change. */
  normalizeOnChange?: (text: string) => string;
  /** Normalizes the text on blur. */
  normalizeOnBlur?: (text: string) => string;
};

const identity = (text: string): string => text;

/** Text field of a config key. */
export function ConfigTextField({
  field,
  normalizeOnChange = identity,
  normalizeOnBlur = identity,
  ...rest
}: ConfigTextFieldProps) {
  const { config, set } = useBuilder();
  return (
    <BuilderTextField
      {...rest}
      field={field}
      value={config[field]}
      onValueChange={(text) => set(field, normalizeOnChange(text))}
      onBlur={() => set(field, normalizeOnBlur(config[field]))}
    />
  );
}
