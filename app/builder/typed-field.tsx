import type { ComponentProps, ReactNode } from 'react';

import { cleanLine, cleanText, lengthOf } from '#domain/text.ts';

import { BuilderField, useFieldWiring } from './builder-field.tsx';

type Props = {
  /** Field path of the errors. */
  field: string;
  label: string;
  value: string;
  onType: (text: string) => void;
  /** Called on blur. */
  onLeft?: () => void;
  hint?: ReactNode;
  /** Shows a character count against this limit; longer input is possible and reported as an error. */
  limit?: number | undefined;
  /** Text shown inside the field, before the value. */
  affix?: string | undefined;
  rows?: number | undefined;
  /** Hides hint and error; for two fields in a row that share one help text. */
  loose?: boolean | undefined;
  input?: Omit<ComponentProps<'input'>, 'id' | 'value' | 'onChange' | 'onBlur'> | undefined;
};

/** Maximum text length in a draft; the server rejects longer texts. */
const MOST = 10_000;

/** A single-line or multi-line text field of the form. */
export function TypedField(props: Props) {
  const { field, label, value, onType, onLeft, hint, limit, affix, rows, loose, input } = props;
  const wiring = useFieldWiring(field, Boolean(hint) || loose);
  const control = {
    ...wiring,
    className: 'in',
    value,
    onBlur: () => {
      onLeft?.();
      wiring.onBlur();
    },
    onChange: (event: { target: { value: string } }) => onType(event.target.value),
  };
  return (
    <BuilderField
      field={field}
      label={label}
      hint={hint}
      loose={loose}
      aside={limit && <Counter length={lengthOf((rows ? cleanText : cleanLine)(value))} limit={limit} />}
    >
      {rows ? (
        <textarea maxLength={MOST} dir="auto" {...control} rows={rows} placeholder={input?.placeholder} />
      ) : affix === undefined ? (
        <input maxLength={MOST} dir="auto" {...input} {...control} />
      ) : (
        <div className="affix" data-invalid={wiring['aria-invalid']}>
          <span aria-hidden="true">{affix}</span>
          <input maxLength={MOST} {...input} {...control} />
        </div>
      )}
    </BuilderField>
  );
}

/** Character count: `12 of 120`; hidden while the field is empty. */
export function Counter({ length, limit }: { length: number; limit: number }) {
  if (length === 0) return null;
  return (
    <span className="opt num" data-over={length > limit}>
      {length} of {limit}
    </span>
  );
}
