import type { ComponentProps, ReactNode } from 'react';

import { HelpText } from '#app/components/field.tsx';
import { Select, type SelectOption } from '#app/components/select.tsx';
import { builderFieldMessages } from '#content/messages/builder-fields.ts';

import { lazyForm } from '../sections/lazy-form.ts';
import { useBuilder, useConfigValue, type ChoicePath, type ConfigValue } from '../state/builder-context.ts';
import { SegmentedControl } from './segmented-control.tsx';

export const getFieldId = (field: string): string => `f-${field}`;
function focusNow(field: string): boolean {
  const control = document.getElementById(getFieldId(field));
  control?.focus();
  return control !== null;
}

/** Focuses the control of a field after the next render, or once the script of its part of the form is loaded. */
export function focusControl(field: string): void {
  const focusWhenLoaded = () => requestAnimationFrame(() => focusNow(field));
  requestAnimationFrame(() => {
    if (!focusNow(field)) void lazyForm.load().then(focusWhenLoaded, () => undefined);
  });
}

/** Returns the id of a field's control and the error to show there; marks the field as touched on blur. */
export function useFieldState(field: string) {
  const { getFieldError, markTouched } = useBuilder();
  return { id: getFieldId(field), error: getFieldError(field), onBlur: () => markTouched(field) };
}

/** The error of a field, or else its hint, where the control does not show them. */
export function FieldHelp({ field, hint }: { field: string; hint?: ReactNode }) {
  const { id, error } = useFieldState(field);
  return <HelpText id={`${id}-more`} hint={hint} error={error} />;
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

type ConfigChoiceProps<Path extends ChoicePath> = {
  field: Path;
  label: string;
  options: readonly SelectOption<ConfigValue<Path> & string>[];
};

/** A choice between a few values of the config. */
export function ConfigChoice<Path extends ChoicePath>({ field, label, options }: ConfigChoiceProps<Path>) {
  const [value, setValue] = useConfigValue(field);
  return (
    <SegmentedControl
      id={getFieldId(field)}
      name={field}
      legend={label}
      options={options}
      value={value}
      onChange={(choice) => setValue(choice)}
    />
  );
}

type ConfigSelectProps<Path extends ChoicePath> = ConfigChoiceProps<Path> & { hint?: string } & Pick<
    ComponentProps<'select'>,
    'style'
  >;

/** A choice between many values of the config. */
export function ConfigSelect<Path extends ChoicePath>({ field, ...props }: ConfigSelectProps<Path>) {
  const [value, setValue] = useConfigValue(field);
  return <Select {...props} {...useFieldState(field)} value={value} onChange={(choice) => setValue(choice)} />;
}
