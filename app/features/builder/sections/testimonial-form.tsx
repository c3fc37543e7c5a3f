import { Star } from 'lucide-react';
import { useRef, useState, type FormEvent } from 'react';

import { Button } from '#app/components/button.tsx';
import { Field } from '#app/components/field.tsx';
import { toast } from '#app/components/toast.tsx';
import { builderSectionMessages } from '#content/messages/builder-sections.ts';
import { pageRuleMessages } from '#content/messages/page-rules.ts';
import { LIMITS } from '#domain/checkout-page.ts';
import { getInitials, MAX_TESTIMONIAL_TEXT, type Testimonial, DEFAULT_RATING } from '#domain/testimonial.ts';
import { cleanLine, cleanText, countCharacters } from '#domain/text.ts';

import { CharacterCount, FormTextField, TextControl } from '../fields/builder-text-field.tsx';
import { useEscape } from '../fields/use-escape.ts';

const { form: messages, errors: errorMessages } = builderSectionMessages.testimonials;
const ratingMessages = builderSectionMessages.rating;

const MAX_STARS = 5;

/** Describes a rating: `4 of 5, good`. Whole stars from 0 to 5. */
export function getRatingLabel(rating: number): string {
  const stars = Math.min(MAX_STARS, Math.max(0, Math.round(rating)));
  return ratingMessages.value({ stars, max: MAX_STARS, name: ratingMessages.names[stars] ?? '' });
}

const RATINGS = [1, 2, 3, 4, 5] as const;

export const StarRating = ({ rating }: { rating: number }) => (
  <span className="builder-star-rating" role="img" aria-label={getRatingLabel(rating)}>
    {RATINGS.map((stars) => (
      <Star key={stars} className="i" data-lit={stars <= rating} aria-hidden="true" />
    ))}
  </span>
);

type RatingFieldProps = { rating: number; onChange: (rating: number) => void };

/** Rating as native radio inputs drawn as stars; the star under the pointer previews its rating. */
export function RatingField({ rating, onChange }: RatingFieldProps) {
  const [hovered, setHovered] = useState<number | null>(null);
  const displayed = hovered ?? rating;
  return (
    <fieldset className="choice-fieldset field">
      <legend>{ratingMessages.label}</legend>
      <div className="rating-field" onPointerLeave={() => setHovered(null)}>
        {RATINGS.map((stars) => (
          <label key={stars} onPointerEnter={({ pointerType }) => pointerType === 'mouse' && setHovered(stars)}>
            <input
              type="radio"
              name="rating"
              value={stars}
              checked={stars === rating}
              onChange={() => onChange(stars)}
            />
            <Star className="i" data-lit={stars <= displayed} aria-hidden="true" />
            <span className="vh">{getRatingLabel(stars)}</span>
          </label>
        ))}
        <span className="small num" aria-hidden="true">
          {getRatingLabel(displayed)}
        </span>
      </div>
    </fieldset>
  );
}

/** Form values of a testimonial. */
export type TestimonialFormValues = { name: string; role: string; rating: number; text: string };

type TestimonialTextField = 'name' | 'role' | 'text';
type FieldErrors = Partial<Record<TestimonialTextField, string>>;

/** Errors of a testimonial: messages by field, and title and message of the toast. */
export type TestimonialErrors = {
  fields: FieldErrors;
  toast: { title: string; message: string } | null;
};

export const EMPTY_TESTIMONIAL: TestimonialFormValues = {
  name: '',
  role: '',
  rating: DEFAULT_RATING,
  text: '',
};

/** Returns the testimonial with cleaned texts; an empty role becomes null. */
export const toTestimonial = ({ name, role, rating, text }: TestimonialFormValues): Testimonial => ({
  name: cleanLine(name),
  role: cleanLine(role) || null,
  rating,
  text: cleanText(text),
});

const TEXT_LIMITS = [
  ['name', pageRuleMessages.tooLong.testimonialName, LIMITS.testimonialName],
  ['role', pageRuleMessages.tooLong.testimonialRole, LIMITS.testimonialName],
  ['text', pageRuleMessages.tooLong.testimonial, MAX_TESTIMONIAL_TEXT],
] as const;

export const getTextLength = (values: TestimonialFormValues, field: TestimonialTextField): number =>
  countCharacters((field === 'text' ? cleanText : cleanLine)(values[field]));

export function validateTestimonial(values: TestimonialFormValues): TestimonialErrors {
  const fields: FieldErrors = {};
  if (getTextLength(values, 'name') === 0) fields.name = errorMessages.nameMissing;
  if (getTextLength(values, 'text') === 0) fields.text = errorMessages.textMissing;
  if (fields.name || fields.text) return { fields, toast: errorMessages.missing };
  for (const [field, getMessage, limit] of TEXT_LIMITS) {
    const length = getTextLength(values, field);
    if (length > limit) fields[field] = getMessage({ limit, length });
  }
  const message = fields.text ?? fields.name ?? fields.role;
  return { fields, toast: message ? { title: errorMessages.tooLongTitle, message } : null };
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
  const [values, setValues] = useState<TestimonialFormValues>(
    edited ? { ...edited, role: edited.role ?? '' } : EMPTY_TESTIMONIAL,
  );
  const [submitted, setSubmitted] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  useEscape(form, onCancel);
  const change = (changes: Partial<TestimonialFormValues>) => setValues((previous) => ({ ...previous, ...changes }));
  const { fields: fieldErrors, toast: errorToast } = validateTestimonial(values);
  const visibleErrors = submitted ? fieldErrors : keepLengthErrors(values, fieldErrors);

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
      aria-label={edited ? messages.editTitle({ name: edited.name }) : messages.newTitle}
      noValidate
    >
      <Field
        label={messages.name}
        error={visibleErrors.name}
        aside={<CharacterCount length={getTextLength(values, 'name')} limit={LIMITS.testimonialName} />}
      >
        {(fieldProps) => (
          <span className="testimonial-form__author">
            <Initials name={values.name} />
            <TextControl
              {...fieldProps}
              name="name"
              autoComplete="off"
              maxLength={MAX_INPUT_LENGTHS.name}
              autoFocus // oxlint-disable-line jsx-a11y/no-autofocus -- the form opens for typing
              value={values.name}
              onValueChange={(name) => change({ name })}
            />
          </span>
        )}
      </Field>
      <FormTextField
        label={messages.role}
        name="role"
        optional
        limit={LIMITS.testimonialName}
        error={visibleErrors.role}
        autoComplete="off"
        maxLength={MAX_INPUT_LENGTHS.name}
        placeholder={messages.rolePlaceholder}
        value={values.role}
        onValueChange={(role) => change({ role })}
      />
      <RatingField rating={values.rating} onChange={(rating) => change({ rating })} />
      <FormTextField
        label={messages.text}
        name="text"
        rows={3}
        limit={MAX_TESTIMONIAL_TEXT}
        error={visibleErrors.text}
        maxLength={MAX_INPUT_LENGTHS.text}
        value={values.text}
        onValueChange={(text) => change({ text })}
      />
      <div className="form-actions">
        <Button variant="bare" onClick={onCancel}>
          {messages.cancel}
        </Button>
        <Button type="submit">{edited ? messages.save : messages.add}</Button>
      </div>
    </form>
  );
}

/** Reports only length errors before the first submit, not missing fields. */
const keepLengthErrors = (values: TestimonialFormValues, fieldErrors: FieldErrors): FieldErrors =>
  Object.fromEntries(
    Object.entries(fieldErrors).filter(([field]) => getTextLength(values, field as keyof FieldErrors) > 0),
  );
