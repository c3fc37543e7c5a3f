import type { ComponentProps, ReactNode } from 'react';

import { Field } from '#app/components/field.tsx';
import { builderFieldMessages } from '#content/messages/builder-fields.ts';
import type { CheckoutPageConfig } from '#domain/checkout-page.ts';
import { cleanLine, cleanText, countCharacters } from '#domain/text.ts';

import { useBuilder, useCurrencySign, type SectionKey } from '../state/builder-context.ts';
import { BuilderField, useFieldProps } from './builder-field.tsx';

type InputProps = Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'prefix'>;

type TextControlProps = InputProps & {
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

/** Counts the characters of a text as they are stored. */
const TextCount = ({ text, rows, limit }: { text: string; rows: number | undefined; limit: number }) => (
  <CharacterCount length={countCharacters((rows ? cleanText : cleanLine)(text))} limit={limit} />
);

type LabeledTextProps = Pick<TextControlProps, 'value' | 'onValueChange' | 'prefix' | 'rows'> & {
  label: string;
  hint?: ReactNode;
  /** Shows a character count against this limit; longer input is possible and reported as an error. */
  limit?: number | undefined;
};

type BuilderTextFieldProps = LabeledTextProps & {
  /** Field path of the errors. */
  field: string;
  /** Called on blur. */
  onBlur?: () => void;
  /** Hides hint and error; for two fields in a row that share one help text. */
  hideHelp?: boolean | undefined;
  input?: Omit<InputProps, 'id' | 'onBlur'> | undefined;
};

/** A single-line or multi-line text field of the form. */
export function BuilderTextField(props: BuilderTextFieldProps) {
  const { field, label, onBlur, hint, limit, hideHelp, input, ...control } = props;
  const fieldProps = useFieldProps(field, Boolean(hint) || hideHelp);
  return (
    <BuilderField
      {...{ field, label, hint, hideHelp }}
      aside={limit && <TextCount text={control.value} rows={control.rows} limit={limit} />}
    >
      <TextControl
        {...input}
        {...control}
        {...fieldProps}
        onBlur={() => {
          onBlur?.();
          fieldProps.onBlur();
        }}
      />
    </BuilderField>
  );
}

type FormTextFieldProps = LabeledTextProps &
  Omit<InputProps, 'id'> & {
    error?: string | null | undefined;
    /** Shows "optional" while the field is empty. */
    optional?: boolean;
  };

/** A text field of a form for an entry, which is not a field of the config itself. */
export function FormTextField({ label, hint, limit, error, optional, ...control }: FormTextFieldProps) {
  const { value, rows } = control;
  const aside =
    optional && value === '' ? (
      <span className="opt">{builderFieldMessages.optional}</span>
    ) : (
      limit && <TextCount text={value} {...{ rows, limit }} />
    );
  return (
    <Field {...{ label, hint, error, aside }}>{(fieldProps) => <TextControl {...control} {...fieldProps} />}</Field>
  );
}

type Config = CheckoutPageConfig;
/** Keys whose value may be any text. */
type TextKeyOf<Settings> = {
  [Key in keyof Settings]: string extends Settings[Key] ? (Settings[Key] extends string ? Key : never) : never;
}[keyof Settings] &
  string;
/** Path of a text: a config key, or `countdown.text` for a setting of a section. */
type TextPath = TextKeyOf<Config> | { [Key in SectionKey]: `${Key}.${TextKeyOf<Config[Key]>}` }[SectionKey];

/** Returns the text at a path and its setter. */
function useConfigText(path: TextPath): [string, (text: string) => void] {
  const { config, set, patch } = useBuilder();
  const [key, setting] = path.split('.') as [SectionKey, string | undefined];
  if (setting === undefined) {
    const textKey = path as TextKeyOf<Config>;
    return [config[textKey], (text) => set(textKey, text)];
  }
  const section = config[key] as Record<string, unknown>;
  return [String(section[setting]), (text) => patch({ [key]: { ...section, [setting]: text } }, path)];
}

type ConfigTextFieldProps = Omit<BuilderTextFieldProps, 'field' | 'value' | 'onValueChange' | 'onBlur'> & {
  field: TextPath;
  /** Normalizes the text on every change. */
  normalizeOnChange?: (text: string) => string;
  /** Normalizes the text on blur. */
  normalizeOnBlur?: (text: string) => string;
};

/** Text field of a config key or of a setting in a section. */
export function ConfigTextField({ field, normalizeOnChange, normalizeOnBlur, ...rest }: ConfigTextFieldProps) {
  const [text, setText] = useConfigText(field);
  return (
    <BuilderTextField
      {...rest}
      field={field}
      value={text}
      onValueChange={(typed) => setText(normalizeOnChange?.(typed) ?? typed)}
      onBlur={normalizeOnBlur && (() => setText(normalizeOnBlur(text)))}
    />
  );
}

export const AMOUNT_INPUT = { inputMode: 'decimal', maxLength: 40, autoComplete: 'off' } as const;

type ConfigAmountFieldProps = Pick<ConfigTextFieldProps, 'field' | 'label' | 'hideHelp'> & { placeholder?: string };

/** An amount of money in the currency of the page. */
export const ConfigAmountField = ({ placeholder, ...props }: ConfigAmountFieldProps) => (
  <ConfigTextField {...props} prefix={useCurrencySign()} input={{ ...AMOUNT_INPUT, placeholder }} />
);
