import { PencilLine, Plus, Star } from 'lucide-react';
import { type FormEvent, useRef, useState } from 'react';

import { Button } from '#app/components/button.tsx';
import { Field } from '#app/components/field.tsx';
import { toast } from '#app/components/toast.tsx';
import { builderFieldMessages } from '#content/messages/builder-fields.ts';
import { builderSectionMessages } from '#content/messages/builder-sections.ts';
import { pageRuleMessages } from '#content/messages/page-rules.ts';
import { type CheckoutPageConfig, LIMITS } from '#domain/checkout-page.ts';
import { isDeepEqual } from '#domain/deep-equal.ts';
import {
  DEFAULT_RATING,
  MAX_TESTIMONIALS,
  MAX_TESTIMONIAL_TEXT,
  TESTIMONIALS_PER_LAYOUT,
  type Testimonial,
  getInitials,
} from '#domain/testimonial.ts';
import { cleanLine, cleanText, countCharacters } from '#domain/text.ts';

import { EntryCount, FieldHelp, Group, focusControl, getFieldId, useFieldState } from '../fields/builder-field.tsx';
import { CharacterCount, FormTextField, TextControl } from '../fields/builder-text-field.tsx';
import { IconButton } from '../fields/icon-button.tsx';
import { DragHandle, RowButtons, SortableList, type SortableRow, getItemId } from '../fields/sortable-list.tsx';
import { ConfigSwitch } from '../fields/switch-field.tsx';
import { useEscape } from '../fields/use-escape.ts';
import { useBuilder } from '../state/builder-context.ts';
import { getEntryKey, usePendingEntry, useRestoredState } from '../state/pending-entries.ts';

const messages = builderSectionMessages.testimonials;

const { form: formMessages, errors: errorMessages } = builderSectionMessages.testimonials;
const ratingMessages = builderSectionMessages.rating;

const MAX_STARS = 5;

/** Describes a rating: `4 of 5, good`. Whole stars from 0 to 5. */
export function getRatingLabel(rating: number): string {
  const stars = Math.min(MAX_STARS, Math.max(0, Math.round(rating)));
  return ratingMessages.value({ stars, max: MAX_STARS, name: ratingMessages.names[stars] ?? '' });
}

const RATINGS = [1, 2, 3, 4, 5] as const;

const StarRating = ({ rating }: { rating: number }) => (
  <span className="builder-star-rating" role="img" aria-label={getRatingLabel(rating)}>
    {RATINGS.map((stars) => (
      <Star key={stars} className="i" data-lit={stars <= rating} aria-hidden="true" />
    ))}
  </span>
);

type RatingFieldProps = { rating: number; onChange: (rating: number) => void };

/** Rating as native radio inputs drawn as stars; the star under the pointer previews its rating. */
function RatingField({ rating, onChange }: RatingFieldProps) {
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

type TestimonialFormValues = { name: string; role: string; rating: number; text: string };

type TestimonialTextField = 'name' | 'role' | 'text';
type FieldErrors = Partial<Record<TestimonialTextField, string>>;

/** Errors of a testimonial: formMessages by field, and title and message of the toast. */
type TestimonialErrors = {
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

const getTextLength = (values: TestimonialFormValues, field: TestimonialTextField): number =>
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

/** Field path of the testimonial that is not added yet. */
const NEW = 'testimonials.new';

type TestimonialFormProps = {
  /** The testimonial being edited; undefined for a new one. */
  edited?: Testimonial;
  /** Returns false if the testimonial is refused. */
  onDone: (testimonial: Testimonial) => boolean;
  onCancel: () => void;
};

/** Maximum input lengths of a draft; the server rejects longer texts. */
const MAX_INPUT_LENGTHS = { name: 1000, text: 5000 } as const;

/** Initials shown in place of a picture. */
const Initials = ({ name }: { name: string }) => (
  <span className="testimonial-card__initials" aria-hidden="true" data-empty={cleanLine(name) === ''}>
    {getInitials(cleanLine(name)) || '?'}
  </span>
);

function TestimonialForm({ edited, onDone, onCancel }: TestimonialFormProps) {
  const [values, setValues] = useRestoredState<TestimonialFormValues>(
    getEntryKey(NEW, edited),
    edited ? { ...edited, role: edited.role ?? '' } : EMPTY_TESTIMONIAL,
  );
  const [submitted, setSubmitted] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  useEscape(form, onCancel);
  const change = (changes: Partial<TestimonialFormValues>) => setValues((previous) => ({ ...previous, ...changes }));
  const bindText = (field: TestimonialTextField) => ({
    name: field,
    value: values[field],
    onValueChange: (text: string) => change({ [field]: text }),
  });
  const { fields: fieldErrors, toast: errorToast } = validateTestimonial(values);
  const visibleErrors = submitted ? fieldErrors : keepLengthErrors(values, fieldErrors);

  function save(): boolean {
    setSubmitted(true);
    if (!errorToast) return onDone(toTestimonial(values));
    toast(errorToast, { destructive: true });
    const first = (['name', 'role', 'text'] as const).find((field) => fieldErrors[field]);
    // The tab of the form may open only with the next render.
    requestAnimationFrame(() => form.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus());
    return false;
  }
  usePendingEntry(NEW, hasChanges(values, edited), save, values, edited);
  function submit(event: FormEvent) {
    event.preventDefault();
    save();
  }

  return (
    <form
      className="inset-form"
      ref={form}
      onSubmit={submit}
      aria-label={edited ? formMessages.editTitle({ name: edited.name }) : formMessages.newTitle}
      noValidate
    >
      <Field
        label={formMessages.name}
        error={visibleErrors.name}
        aside={<CharacterCount length={getTextLength(values, 'name')} limit={LIMITS.testimonialName} />}
      >
        {(fieldProps) => (
          <span className="testimonial-form__author">
            <Initials name={values.name} />
            <TextControl
              {...fieldProps}
              {...bindText('name')}
              autoComplete="off"
              maxLength={MAX_INPUT_LENGTHS.name}
              autoFocus // oxlint-disable-line jsx-a11y/no-autofocus -- the form opens for typing
            />
          </span>
        )}
      </Field>
      <FormTextField
        label={formMessages.role}
        {...bindText('role')}
        optional
        limit={LIMITS.testimonialName}
        error={visibleErrors.role}
        autoComplete="off"
        maxLength={MAX_INPUT_LENGTHS.name}
        placeholder={formMessages.rolePlaceholder}
      />
      <RatingField rating={values.rating} onChange={(rating) => change({ rating })} />
      <FormTextField
        label={formMessages.text}
        {...bindText('text')}
        rows={3}
        limit={MAX_TESTIMONIAL_TEXT}
        error={visibleErrors.text}
        maxLength={MAX_INPUT_LENGTHS.text}
      />
      <div className="form-actions">
        <Button variant="bare" onClick={onCancel}>
          {formMessages.cancel}
        </Button>
        <Button type="submit">{edited ? formMessages.save : formMessages.add}</Button>
      </div>
    </form>
  );
}

/** Returns whether the form contains text that saving it would change. */
const hasChanges = (values: TestimonialFormValues, edited: Testimonial | undefined): boolean =>
  edited
    ? !isDeepEqual(toTestimonial(values), edited)
    : [values.name, values.role, values.text].some((text) => text.trim() !== '');

/** Reports only length errors before the first submit, not missing fields. */
const keepLengthErrors = (values: TestimonialFormValues, fieldErrors: FieldErrors): FieldErrors =>
  Object.fromEntries(
    Object.entries(fieldErrors).filter(([field]) => getTextLength(values, field as keyof FieldErrors) > 0),
  );

type Testimonials = CheckoutPageConfig['testimonials'];

type RowProps = { testimonial: Testimonial; row: SortableRow; onEdit: () => void };

function TestimonialRow({ testimonial, row, onEdit }: RowProps) {
  const { name, role, rating, text } = testimonial;
  const { id, error } = useFieldState(row.field);
  return (
    <>
      <div className="testimonial-card" data-invalid={error !== null}>
        <div className="testimonial-card__header">
          <DragHandle row={row} />
          <StarRating rating={rating} />
          <RowButtons row={row} itemName={name}>
            <IconButton
              id={id}
              label={builderFieldMessages.list.edit({ item: name })}
              Icon={PencilLine}
              aria-describedby={error ? `${id}-more` : undefined}
              onClick={onEdit}
            />
          </RowButtons>
        </div>
        <p className="muted" dir="auto">
          {text}
        </p>
        <p className="testimonial-card__author">
          <Initials name={name} />
          <span dir="auto">
            <b className="text-strong">{name}</b> {role && <span className="faint">{role}</span>}
          </span>
        </p>
      </div>
      <FieldHelp field={row.field} />
    </>
  );
}

function ShownHint() {
  const { layout, testimonials } = useBuilder().config;
  const shown = TESTIMONIALS_PER_LAYOUT[layout];
  if (testimonials.items.length <= shown) return null;
  return <p className="hint">{messages.shown({ layout, count: shown })}</p>;
}

/** The first testimonial enables the section. */
export const addTestimonial = ({ enabled, items }: Testimonials, testimonial: Testimonial): Testimonials => ({
  enabled: enabled || items.length === 0,
  items: [...items, testimonial],
});

export function TestimonialsGroup() {
  const { config, patch, restoredEntries } = useBuilder();
  const { enabled, items } = config.testimonials;
  /** The open form: of a new testimonial, or of the testimonial with this id. */
  const [activeForm, setActiveForm] = useState<string | null>(() => {
    const edited = items.find((item) => restoredEntries.has(getEntryKey(NEW, item)));
    return edited ? getItemId(edited) : restoredEntries.has(NEW) ? NEW : null;
  });

  /** Shows the limit when it is reached. */
  function canAdd(): boolean {
    if (items.length < MAX_TESTIMONIALS) return true;
    toast({ title: pageRuleMessages.testimonials.tooMany({ max: MAX_TESTIMONIALS }) }, { destructive: true });
    return false;
  }
  function close(field = NEW) {
    setActiveForm(null);
    focusControl(field);
  }
  function add(testimonial: Testimonial): boolean {
    // Undo may have brought a removed testimonial back while the form was open.
    if (!canAdd()) return false;
    patch((current) => ({ testimonials: addTestimonial(current.testimonials, testimonial) }));
    toast({ title: messages.added });
    close();
    return true;
  }

  return (
    <Group title={messages.title} aside={<EntryCount count={items.length} max={MAX_TESTIMONIALS} />}>
      <ConfigSwitch
        path="testimonials.enabled"
        field="testimonials"
        label={messages.enable}
        hint={!enabled && items.length > 0 ? messages.disabledHint : messages.hint}
      />
      <SortableList
        field="testimonials"
        items={items}
        getKey={getItemId}
        onChange={(changed) => {
          setActiveForm(null);
          patch({ testimonials: { enabled, items: changed } });
        }}
        onRemoved={() => close()}
      >
        {(testimonial, row, change) =>
          activeForm === getItemId(testimonial) ? (
            <TestimonialForm
              edited={testimonial}
              onCancel={() => close(row.field)}
              onDone={(changed) => {
                change(changed);
                close(row.field);
                return true;
              }}
            />
          ) : (
            <TestimonialRow {...{ testimonial, row }} onEdit={() => setActiveForm(getItemId(testimonial))} />
          )
        }
      </SortableList>
      {enabled && <ShownHint />}
      <FieldHelp field="testimonials" />
      {activeForm === NEW ? (
        <TestimonialForm onDone={add} onCancel={() => close()} />
      ) : (
        <Button
          Icon={Plus}
          className="justify-start"
          id={getFieldId(NEW)}
          onClick={() => canAdd() && setActiveForm(NEW)}
        >
          {messages.add}
        </Button>
      )}
    </Group>
  );
}
