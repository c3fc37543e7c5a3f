import type { ComponentProps } from 'react';

import type { CheckoutPageConfig } from '#domain/checkout-page.ts';

import { useBuilder } from './builder-context.ts';
import { TypedField } from './typed-field.tsx';

type Config = CheckoutPageConfig;
/** Config keys whose value may be any text. */
export type TextKey = {
  [Key in keyof Config]: string extends Config[Key] ? (Config[Key] extends string ? Key : never) : never;
}[keyof Config];

type Props = Omit<ComponentProps<typeof TypedField>, 'field' | 'value' | 'onType' | 'onLeft'> & {
  field: TextKey;
  /** Normalizes the text on every change. */
  typed?: (text: string) => string;
  /** Normalizes the text on blur. */
  left?: (text: string) => string;
};

const unchanged = (text: string): string => text;

/** Text field of a config key. */
export function TextField({ field, typed = unchanged, left = unchanged, ...rest }: Props) {
  const { config, set } = useBuilder();
  return (
    <TypedField
      {...rest}
      field={field}
      value={config[field]}
      onType={(text) => set(field, typed(text))}
      onLeft={() => set(field, left(config[field]))}
    />
  );
}
