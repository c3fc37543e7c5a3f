import type { ComponentProps, ReactNode } from 'react';

import type { CheckoutPageConfig } from '#domain/checkout-page.ts';
import { cleanLine, cleanText, lengthOf } from '#domain/text.ts';

import { useBuilder } from './builder-context.ts';
import { BuilderField, useFieldWiring } from './builder-field.tsx';

type Config = CheckoutPageConfig;
/** The config's keys with any text as their value. */
export type TextKey = {
  [Key in keyof Config]: string extends Config[Key] ? (Config[Key] extends string ? Key : never) : never;
}[keyof Config];

type Props = {
  field: TextKey;
  label: string;
  hint?: ReactNode;
  /** Counts against this limit; typing beyond it is possible and told. */
  limit?: number;
  /** Stands inside the field, before what is typed. */
  affix?: string;
  rows?: number;
  /** Turns what is typed into what is kept. */
  typed?: (text: string) => string;
  /** Turns what was typed into what is meant, once the field is left. */
  left?: (text: string) => string;
  /** The sentence stands elsewhere: two fields in a row leave it too little room. */
  loose?: boolean;
  input?: Omit<ComponentProps<'input'>, 'id' | 'value' | 'onChange' | 'onBlur'>;
};

/** The config's own bound: a longer text would not be taken by the server even as a draft. */
const MOST = 10_000;
const unchanged = (text: string): string => text;

export function TextField({
  field,
  label,
  hint,
  limit,
  affix,
  rows,
  typed = unchanged,
  left = unchanged,
  loose,
  input,
}: Props) {
  const { config, set } = useBuilder();
  const wiring = useFieldWiring(field, Boolean(hint) || loose);
  const control = {
    ...wiring,
    className: 'in',
    value: config[field],
    onBlur: () => {
      set(field, left(config[field]));
      wiring.onBlur();
    },
    onChange: (event: { target: { value: string } }) => set(field, typed(event.target.value)),
  };
  return (
    <BuilderField
      field={field}
      label={label}
      hint={hint}
      loose={loose}
      aside={
        limit && <Counter length={lengthOf((rows ? cleanText : cleanLine)(config[field]))} limit={limit} />
      }
    >
      {rows ? (
        <textarea {...control} rows={rows} maxLength={MOST} dir="auto" />
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
