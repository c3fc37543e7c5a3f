import type { ComponentProps } from 'react';

import type { CheckoutPageConfig } from '#domain/checkout-page.ts';

import { useBuilder } from './builder-context.ts';
import { TypedField } from './typed-field.tsx';

type Config = CheckoutPageConfig;
/** The config's keys with any text as their value. */
export type TextKey = {
  [Key in keyof Config]: string extends Config[Key] ? (Config[Key] extends string ? Key : never) : never;
}[keyof Config];

type Props = Omit<ComponentProps<typeof TypedField>, 'field' | 'value' | 'onType' | 'onLeft'> & {
  field: TextKey;
  /** Turns what is typed into what is kept. */
  typed?: (text: string) => string;
  /** Turns what was typed into what is meant, once the field is left. */
  left?: (text: string) => string;
};

const unchanged = (text: string): string => text;

/** A text that is a field of the config by itself. */
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
