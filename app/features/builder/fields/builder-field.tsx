import type { ComponentProps, ReactNode } from 'react';

import { FieldError } from '#app/components/field.tsx';
import { builderFieldMessages } from '#content/messages/builder-fields.ts';
import type { CheckoutPageConfig } from '#domain/checkout-page.ts';

import { useBuilder } from '../state/builder-context.ts';
import { SegmentedControl } from './native-select.tsx';

/** Returns the DOM id of a field's control. */
export const getFieldId = (field: string): string => `f-${field}`;
/** Focuses the control of a field after the next render. */
export const focusControl = (field: string): void =>
  void requestAnimationFrame(() => document.getElementById(getFieldId(field))?.focus());
const getFieldHelpId = (field: string): string => `f-${field}-more`;

/** Returns the props that connect a control to its label, hint and error, and mark it as touched on blur. */
export function useFieldProps(field: string, hasHint = false) {
  const { getFieldError, markTouched } = useBuilder();
  const fieldError = getFieldError(field);
  return {
    id: getFieldId(field),
    'aria-describedby': fieldError || hasHint ? getFieldHelpId(field) : undefined,
    'aria-invalid': fieldError ? true : undefined,
    onBlur: () => markTouched(field),
  } as const;
}

/** Shows the hint of a field, or its error instead. */
export function FieldHelp({ field, hint }: { field: string; hint?: ReactNode }) {
  const fieldError = useBuilder().getFieldError(field);
  if (fieldError) return <FieldError id={getFieldHelpId(field)}>{fieldError}</FieldError>;
  return hint ? (
    <p className="hint" id={getFieldHelpId(field)}>
      {hint}
    </p>
  ) : null;
}

/** Renders the label, the control and the help text of a field. */
export function BuilderField(props: {
  field: string;
  label: string;
  aside?: ReactNode;
  hint?: ReactNode;
  hideHelp?: boolean | undefined;
  children: ReactNode;
}) {
  const { field, label, aside, hint, hideHelp = false, children } = props;
  return (
    <div className="field">
      <div className="lab">
        <label htmlFor={getFieldId(field)}>{label}</label>
        {aside}
      </div>
      {children}
      {!hideHelp && <FieldHelp field={field} hint={hint} />}
    </div>
  );
}

/** A link that opens the tab of a field and focuses the field. */
export function FieldLink({ field, children, ...props }: { field: string } & ComponentProps<'a'>) {
  const { focusField } = useBuilder();
  return (
    <a
      {...props}
      href={`#${getFieldId(field)}`}
      onClick={(event) => {
        event.preventDefault();
        focusField(field);
      }}
    >
      {children}
    </a>
  );
}

/** How many entries a list has of its maximum. */
export const EntryCount = ({ count, max }: { count: number; max: number }) => (
  <span className="hint num" role="status">
    {builderFieldMessages.entryCount({ count, max })}
  </span>
);

/** A section of the form with a heading; `aside` is shown at the right of the heading. */
export function Group({ title, aside, children }: { title: string; aside?: ReactNode; children: ReactNode }) {
  return (
    <section className="form-section">
      <div className="form-section__header">
        <h2 className="h3">{title}</h2>
        {aside}
      </div>
      {children}
    </section>
  );
}

type ChoiceKey = 'paymentType' | 'logoPosition';
type ChoiceRowProps<Key extends ChoiceKey> = {
  field: Key;
  label: string;
  options: readonly { value: CheckoutPageConfig[Key]; label: string }[];
};

/** A choice between the few values of a config key. */
export function ChoiceRow<Key extends ChoiceKey>({ field, label, options }: ChoiceRowProps<Key>) {
  const { config, set } = useBuilder();
  return (
    <SegmentedControl
      id={getFieldId(field)}
      name={field}
      legend={label}
      options={options}
      value={config[field]}
      onChange={(value) => set(field, value)}
    />
  );
}
