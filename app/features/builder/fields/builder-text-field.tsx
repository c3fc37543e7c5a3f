import type { ComponentProps } from 'react';

import { Field, type FieldTexts } from '#app/components/field.tsx';
import { builderFieldMessages } from '#content/messages/builder-fields.ts';
import { cleanLine, cleanText, countCharacters } from '#domain/text.ts';

import { useConfigValue, useCurrencySign, type PathOf } from '../state/builder-context.ts';
import { useFieldState } from './builder-field.tsx';

type TextControlProps = Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'prefix'> & {
  value: string;
  onValueChange: (text: string) => void;
  /** Text shown inside the field, before the value. */
  prefix?: string | undefined;
  /** Number of lines of a multi-line field. */
  rows?: number | undefined;
};

/** Maximum text length in a draft; the server rejects longer texts. */
const MAX_TEXT_LENGTH = 10_000;

/** The control of a text field: one line, one line with a prefix, or several lines. */
export function TextControl({ value, onValueChange, prefix, rows, className = 'in', ...props }: TextControlProps) {
  const control = {
    maxLength: MAX_TEXT_LENGTH,
    dir: prefix === undefined ? 'auto' : undefined,
    ...props,
    className,
    value,
    onChange: (event: { target: { value: string } }) => onValueChange(event.target.value),
  };
  if (rows) return <textarea {...(control as ComponentProps<'textarea'>)} rows={rows} />;
  if (prefix === undefined) return <input {...control} />;
  return (
    <div className="affix" data-invalid={props['aria-invalid']}>
      <span aria-hidden="true">{prefix}</span>
      <input {...control} />
    </div>
  );
}

/** Character count: `12 of 120`; hidden while the field is empty. */
export function CharacterCount({ length, limit }: { length: number; limit: number }) {
  if (length === 0) return null;
  return (
    <span className="opt num" data-over={length > limit}>
      {builderFieldMessages.characterCount({ length, limit })}
    </span>
  );
}

type FormTextFieldProps = TextControlProps &
  FieldTexts & {
    /** Shows a count of the characters as they are stored. Longer input is possible and reported as an error. */
    limit?: number | undefined;
    /** Shows "optional" while the field is empty. */
    optional?: boolean;
  };

/** A text field with label, hint and error. */
export function FormTextField(props: FormTextFieldProps) {
  const { id, label, hint, error, hideHelp, limit, optional, ...control } = props;
  const { value, rows } = control;
  const aside =
    optional && value === '' ? (
      <span className="opt">{builderFieldMessages.optional}</span>
    ) : (
      limit && <CharacterCount length={countCharacters((rows ? cleanText : cleanLine)(value))} limit={limit} />
    );
  return (
    <Field {...{ id, label, hint, error, hideHelp, aside }}>
      {/* A control in a group of fields refers to the error of the group. */}
      {(fieldProps) => <TextControl {...fieldProps} {...control} />}
    </Field>
  );
}

type ConfigTextFieldProps = Omit<FormTextFieldProps, 'id' | 'value' | 'onValueChange' | 'onBlur' | 'error'> & {
  field: PathOf<string>;
  normalizeOnChange?: (text: string) => string;
  normalizeOnBlur?: (text: string) => string;
};

/** Text field of a config key or of a setting in a section. */
export function ConfigTextField({ field, normalizeOnChange, normalizeOnBlur, ...props }: ConfigTextFieldProps) {
  const [text, setText] = useConfigValue(field);
  const { onBlur, ...fieldState } = useFieldState(field);
  return (
    <FormTextField
      {...props}
      {...fieldState}
      value={text}
      onValueChange={(typed) => setText(normalizeOnChange?.(typed) ?? typed, field)}
      onBlur={() => {
        if (normalizeOnBlur) setText(normalizeOnBlur(text), field);
        onBlur();
      }}
    />
  );
}

export const AMOUNT_INPUT = { inputMode: 'decimal', maxLength: 40, autoComplete: 'off' } as const;

/** An amount of money in the currency of the page. */
export const ConfigAmountField = (props: ConfigTextFieldProps) => (
  <ConfigTextField {...AMOUNT_INPUT} {...props} prefix={useCurrencySign()} />
);
