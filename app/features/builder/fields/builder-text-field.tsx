import type { ComponentProps, ReactNode } from 'react';

import type { CheckoutPageConfig } from '#domain/checkout-page.ts';
import { cleanLine, cleanText, countCharacters } from '#domain/text.ts';

import { useBuilder } from '../state/builder-context.ts';
import { BuilderField, useFieldProps } from './builder-field.tsx';

type BuilderTextFieldProps = {
  /** Field path of the errors. */
  field: string;
  label: string;
  value: string;
  onValueChange: (text: string) => void;
  /** Called on blur. */
  onBlur?: () => void;
  hint?: ReactNode;
  /** Shows a character count against this limit; longer input is possible and reported as an error. */
  limit?: number | undefined;
  /** Text shown inside the field, before the value. */
  prefix?: string | undefined;
  rows?: number | undefined;
  /** Hides hint and error; for two fields in a row that share one help text. */
  hideHelp?: boolean | undefined;
  input?: Omit<ComponentProps<'input'>, 'id' | 'value' | 'onChange' | 'onBlur'> | undefined;
};

/** Maximum text length in a draft; the server rejects longer texts. */
const MAX_TEXT_LENGTH = 10_000;

/** A single-line or multi-line text field of the form. */
export function BuilderTextField(props: BuilderTextFieldProps) {
  const { field, label, value, onValueChange, onBlur, hint, limit, prefix, rows, hideHelp, input } = props;
  const fieldProps = useFieldProps(field, Boolean(hint) || hideHelp);
  const control = {
    ...fieldProps,
    className: 'in',
    value,
    onBlur: () => {
      onBlur?.();
      fieldProps.onBlur();
    },
    onChange: (event: { target: { value: string } }) => onValueChange(event.target.value),
  };
  return (
    <BuilderField
      field={field}
      label={label}
      hint={hint}
      hideHelp={hideHelp}
      aside={limit && <CharacterCount length={countCharacters((rows ? cleanText : cleanLine)(value))} limit={limit} />}
    >
      {rows ? (
        <textarea maxLength={MAX_TEXT_LENGTH} dir="auto" {...control} rows={rows} placeholder={input?.placeholder} />
      ) : prefix === undefined ? (
        <input maxLength={MAX_TEXT_LENGTH} dir="auto" {...input} {...control} />
      ) : (
        <div className="affix" data-invalid={fieldProps['aria-invalid']}>
          <span aria-hidden="true">{prefix}</span>
          <input maxLength={MAX_TEXT_LENGTH} {...input} {...control} />
        </div>
      )}
    </BuilderField>
  );
}

/** Character count: `12 of 120`; hidden while the field is empty. */
export function CharacterCount({ length, limit }: { length: number; limit: number }) {
  if (length === 0) return null;
  return (
    <span className="opt num" data-over={length > limit}>
      {length} of {limit}
    </span>
  );
}

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
