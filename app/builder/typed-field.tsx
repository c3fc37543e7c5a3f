import type { ComponentProps, ReactNode } from 'react';

import { cleanLine, cleanText, lengthOf } from '#domain/text.ts';

import { BuilderField, useFieldWiring } from './builder-field.tsx';

type Props = {
  /** What its problems are called by. */
  field: string;
  label: string;
  value: string;
  onType: (text: string) => void;
  /** Once the field is left. */
  onLeft?: () => void;
  hint?: ReactNode;
  /** Counts against this limit; typing beyond it is possible and told. */
  limit?: number | undefined;
  /** Stands inside the field, before what is typed. */
  affix?: string | undefined;
  rows?: number | undefined;
  /** The sentence stands elsewhere: two fields in a row leave it too little room. */
  loose?: boolean | undefined;
  input?: Omit<ComponentProps<'input'>, 'id' | 'value' | 'onChange' | 'onBlur'> | undefined;
};

/** The config's own bound: a longer text would not be taken by the server even as a draft. */
const MOST = 10_000;

/** A text of the form, of one line or of several. */
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

/** `12 of 120`, from the first character on. */
export function Counter({ length, limit }: { length: number; limit: number }) {
  if (length === 0) return null;
  return (
    <span className="opt num" data-over={length > limit}>
      {length} of {limit}
    </span>
  );
}
