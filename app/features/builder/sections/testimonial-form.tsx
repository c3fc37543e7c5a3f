import { useRef, useState, type FormEvent } from 'react';

import { Button } from '#app/components/button.tsx';
import { Field } from '#app/components/field.tsx';
import { toast } from '#app/components/toast.tsx';
import { LIMITS } from '#domain/checkout-page.ts';
import { getInitials, MAX_TESTIMONIAL_TEXT, type Testimonial, DEFAULT_RATING } from '#domain/testimonial.ts';
import { cleanLine, cleanText, countCharacters } from '#domain/text.ts';

import { CharacterCount } from '../fields/builder-text-field.tsx';
import { useEscape } from '../fields/use-escape.ts';
import { RatingField } from './star-rating.tsx';

/** Form values of a testimonial. */
export type TestimonialFormValues = { name: string; role: string; rating: number; text: string };

type TestimonialTextField = 'name' | 'role' | 'text';

/** Errors of a testimonial: messages by field, and title and message of the toast. */
export type TestimonialErrors = {
  fields: Partial<Record<TestimonialTextField, string>>;
  toast: { title: string; message: string } | null;
};

export const EMPTY_TESTIMONIAL: TestimonialFormValues = {
  name: '',
  role: '',
  rating: DEFAULT_RATING,
  text: '',
};

export const toFormValues = ({ name, role, rating, text }: Testimonial): TestimonialFormValues => ({
  name,
  role: role ?? '',
  rating,
  text,
});

/** Returns the testimonial with cleaned texts; an empty role becomes null. */
export const toTestimonial = ({ name, role, rating, text }: TestimonialFormValues): Testimonial => ({
  name: cleanLine(name),
  role: cleanLine(role) || null,
  rating,
  text: cleanText(text),
});

const TEXT_LIMITS = [
  ['name', 'A name', LIMITS.testimonialName],
  ['role', 'A role', LIMITS.testimonialName],
  ['text', 'A testimonial', MAX_TESTIMONIAL_TEXT],
] as const satisfies readonly (readonly [TestimonialTextField, string, number])[];

export const getTextLength = (values: TestimonialFormValues, field: TestimonialTextField): number =>
  countCharacters((field === 'text' ? cleanText : cleanLine)(values[field]));

export function validateTestimonial(values: TestimonialFormValues): TestimonialErrors {
  const fields: TestimonialErrors['fields'] = {};
  if (getTextLength(values, 'name') === 0) fields.name = 'Type who said it';
  if (getTextLength(values, 'text') === 0) fields.text = 'Type what they said';
  if (fields.name || fields.text)
    return { fields, toast: { title: 'Missing fields', message: 'Name and testimonial text are required' } };
  for (const [field, label, limit] of TEXT_LIMITS) {
    const length = getTextLength(values, field);
    if (length > limit) fields[field] = `${label} can have at most ${limit} characters; this one has ${length}`;
  }
  const message = fields.text ?? fields.name ?? fields.role;
  return { fields, toast: message ? { title: 'Text too long', message } : null };
}

type TestimonialFormProps = {
  /** The testimonial being edited; undefined for a new one. */
  edited?: Testimonial;
  onDone: (testimonial: Testimonial) => void;
  onCancel: () => void;
};

/** Maximum input lengths of a draft; the server rejects longer texts. */
const MAX_INPUT_LENGTHS = { name: 1000, text: 5000 } as const;

/** Initials shown in place of a picture. */
export const Initials = ({ name }: { name: string }) => (
  <span className="testimonial-card__initials" aria-hidden="true" data-empty={cleanLine(name) === ''}>
    {getInitials(cleanLine(name)) || '?'}
  </span>
);

export function TestimonialForm({ edited, onDone, onCancel }: TestimonialFormProps) {
  const [values, setValues] = useState<TestimonialFormValues>(edited ? toFormValues(edited) : EMPTY_TESTIMONIAL);
  const [submitted, setSubmitted] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  useEscape(form, onCancel);
  const change = (changes: Partial<TestimonialFormValues>) => setValues((previous) => ({ ...previous, ...changes }));
  const { fields: fieldErrors, toast: errorToast } = validateTestimonial(values);

  function submit(event: FormEvent) {
    event.preventDefault();
    setSubmitted(true);
    if (!errorToast) return onDone(toTestimonial(values));
    toast(errorToast, { destructive: true });
    const first = (['name', 'role', 'text'] as const).find((field) => fieldErrors[field]);
    form.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus();
  }

  return (
    <form
      className="inset-form"
      ref={form}
      onSubmit={submit}
      aria-label={edited ? `Testimonial of ${edited.name}` : 'New testimonial'}
      noValidate
    >
      <AuthorFields
        {...{ values, change }}
        fieldErrors={submitted ? fieldErrors : keepLengthErrors(values, fieldErrors)}
      />
      <RatingField rating={values.rating} onChange={(rating) => change({ rating })} />
      <TestimonialText
        {...{ values, change }}
        error={(submitted ? fieldErrors : keepLengthErrors(values, fieldErrors)).text}
      />
      <div className="form-actions">
        <Button variant="bare" onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit">{edited ? 'Save testimonial' : 'Add testimonial'}</Button>
      </div>
    </form>
  );
}

type FieldErrors = ReturnType<typeof validateTestimonial>['fields'];

/** Reports only length errors before the first submit, not missing fields. */
const keepLengthErrors = (values: TestimonialFormValues, fieldErrors: FieldErrors): FieldErrors =>
  Object.fromEntries(
    Object.entries(fieldErrors).filter(([field]) => getTextLength(values, field as keyof FieldErrors) > 0),
  );

type FieldsProps = {
  values: TestimonialFormValues;
  change: (changes: Partial<TestimonialFormValues>) => void;
};

/** Name and role of the author, with the initials that buyers will see. */
function AuthorFields({ values, change, fieldErrors }: FieldsProps & { fieldErrors: FieldErrors }) {
  const limit = LIMITS.testimonialName;
  return (
    <>
      <Field
        label="Name"
        error={fieldErrors.name}
        aside={<CharacterCount length={getTextLength(values, 'name')} limit={limit} />}
      >
        {(fieldProps) => (
          <span className="testimonial-form__author">
            <Initials name={values.name} />
            <input
              {...fieldProps}
              className="in"
              name="name"
              dir="auto"
              autoComplete="off"
              maxLength={MAX_INPUT_LENGTHS.name}
              autoFocus // oxlint-disable-line jsx-a11y/no-autofocus -- the form opens for typing
              value={values.name}
              onChange={(event) => change({ name: event.target.value })}
            />
          </span>
        )}
      </Field>
      <Field
        label="Role"
        error={fieldErrors.role}
        aside={
          getTextLength(values, 'role') > 0 ? (
            <CharacterCount length={getTextLength(values, 'role')} limit={limit} />
          ) : (
            <span className="opt">optional</span>
          )
        }
      >
        {(fieldProps) => (
          <input
            {...fieldProps}
            className="in"
            name="role"
            dir="auto"
            autoComplete="off"
            maxLength={MAX_INPUT_LENGTHS.name}
            placeholder="Founder, Acme"
            value={values.role}
            onChange={(event) => change({ role: event.target.value })}
          />
        )}
      </Field>
    </>
  );
}

const TestimonialText = ({ values, change, error }: FieldsProps & { error: string | undefined }) => (
  <Field
    label="Text"
    error={error}
    aside={<CharacterCount length={getTextLength(values, 'text')} limit={MAX_TESTIMONIAL_TEXT} />}
  >
    {(fieldProps) => (
      <textarea
        {...fieldProps}
        className="in"
        name="text"
        rows={3}
        dir="auto"
        maxLength={MAX_INPUT_LENGTHS.text}
        value={values.text}
        onChange={(event) => change({ text: event.target.value })}
      />
    )}
  </Field>
);
