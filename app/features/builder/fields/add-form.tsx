import { useRef, useState, type ComponentProps, type FormEvent, type ReactNode } from 'react';

import { Button } from '#app/components/button.tsx';
import { FieldError } from '#app/components/field.tsx';

import { usePendingEntry, useRestoredState } from '../state/pending-entries.ts';
import { getFieldId } from './builder-field.tsx';
import { TextControl } from './builder-text-field.tsx';

/** Adds a text; returns why it is refused, null if it was added, or undefined if the reason was shown elsewhere. */
type AddText = (text: string) => string | null | undefined;

/** State of an input that adds entries to a list. It keeps a refused text, and the focus. */
export function useAddInput(field: string, add: AddText) {
  const [value, setValue] = useRestoredState(field, '');
  const [error, setError] = useState<string | null>(null);
  const ref = useRef<HTMLInputElement>(null);
  const isPending = value.trim() !== '';
  const addText = (): boolean => {
    const result = add(value.trim());
    setError(result ?? null);
    if (result === null) setValue('');
    return result === null;
  };
  usePendingEntry(field, isPending, addText, value);
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    ref.current?.focus();
    if (isPending) addText();
  };
  const onValueChange = (text: string) => {
    setValue(text);
    setError(null);
  };
  return { error, clearError: () => setError(null), onSubmit, inputProps: { ref, value, onValueChange } };
}

type AddFormProps = Omit<ComponentProps<typeof TextControl>, 'value' | 'onValueChange'> & {
  field: string;
  add: AddText;
  submitLabel: string;
  renderAside?: (text: string) => ReactNode;
};

/** A form below a list of texts that adds one of them. */
export function AddForm({ field, add, submitLabel, renderAside, ...props }: AddFormProps) {
  const { error, onSubmit, inputProps } = useAddInput(field, add);
  const id = getFieldId(field);
  return (
    <form className="add-form" onSubmit={onSubmit}>
      <TextControl
        {...props}
        {...inputProps}
        id={id}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-new` : undefined}
      />
      <Button type="submit">{submitLabel}</Button>
      <span className="add-form__help">
        {error && <FieldError id={`${id}-new`}>{error}</FieldError>}
        {renderAside?.(inputProps.value)}
      </span>
    </form>
  );
}
