import { useRef, useState, type FormEvent } from 'react';

import { LIMITS } from '#domain/checkout-page.ts';
import { initialsOf, MAX_TESTIMONIAL_TEXT, type Testimonial } from '#domain/testimonial.ts';
import { cleanLine } from '#domain/text.ts';

import { Key } from '#app/ui/key.tsx';
import { Field } from '#app/ui/field.tsx';
import { toast } from '#app/ui/toast.tsx';

import { RatingField } from './star-row.tsx';
import {
  EMPTY_TESTIMONIAL,
  entryOf,
  lengthOfPart,
  testimonialOf,
  testimonialProblems,
  type TestimonialEntry,
} from './testimonial-entry.ts';
import { Counter } from './typed-field.tsx';
import { useEscape } from './use-escape.ts';

type Props = {
  /** The testimonial being edited; undefined for a new one. */
  before?: Testimonial;
  onDone: (testimonial: Testimonial) => void;
  onCancel: () => void;
};

/** Maximum input lengths of a draft; the server rejects longer texts. */
const MOST = { name: 1000, text: 5000 } as const;

/** Initials shown in place of a picture. */
export const Initials = ({ name }: { name: string }) => (
  <span className="b-initials" aria-hidden="true" data-empty={cleanLine(name) === ''}>
    {initialsOf(cleanLine(name)) || '?'}
  </span>
);

export function TestimonialForm({ before, onDone, onCancel }: Props) {
  const [entry, setEntry] = useState<TestimonialEntry>(before ? entryOf(before) : EMPTY_TESTIMONIAL);
  const [pressed, setPressed] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  useEscape(form, onCancel);
  const change = (part: Partial<TestimonialEntry>) => setEntry((old) => ({ ...old, ...part }));
  const { at, toast: words } = testimonialProblems(entry);

  function submit(event: FormEvent) {
    event.preventDefault();
    setPressed(true);
    if (!words) return onDone(testimonialOf(entry));
    toast(words, { destructive: true });
    const first = (['name', 'role', 'text'] as const).find((part) => at[part]);
    form.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus();
  }

  return (
    <form
      className="b-inset"
      ref={form}
      onSubmit={submit}
      aria-label={before ? `Testimonial of ${before.name}` : 'New testimonial'}
      noValidate
    >
      <Lines {...{ entry, change }} at={pressed ? at : tooLongOnly(entry, at)} />
      <RatingField rating={entry.rating} onChange={(rating) => change({ rating })} />
      <TestimonialText {...{ entry, change }} error={(pressed ? at : tooLongOnly(entry, at)).text} />
      <div className="b-ends">
        <Key kind="bare" onClick={onCancel}>
          Cancel
        </Key>
        <Key type="submit">{before ? 'Save testimonial' : 'Add testimonial'}</Key>
      </div>
    </form>
  );
}

type At = ReturnType<typeof testimonialProblems>['at'];

/** Reports only length errors before the first submit, not missing fields. */
const tooLongOnly = (entry: TestimonialEntry, at: At): At =>
  Object.fromEntries(Object.entries(at).filter(([part]) => lengthOfPart(entry, part as keyof At) > 0));

type PartProps = { entry: TestimonialEntry; change: (part: Partial<TestimonialEntry>) => void };

/** Name and role of the author, with the initials that buyers will see. */
function Lines({ entry, change, at }: PartProps & { at: At }) {
  const limit = LIMITS.testimonialName;
  return (
    <>
      <Field
        label="Name"
        error={at.name}
        aside={<Counter length={lengthOfPart(entry, 'name')} limit={limit} />}
      >
        {(wiring) => (
          <span className="b-who">
            <Initials name={entry.name} />
            <input
              {...wiring}
              className="in"
              name="name"
              dir="auto"
              autoComplete="off"
              maxLength={MOST.name}
              autoFocus // oxlint-disable-line jsx-a11y/no-autofocus -- the form opens for typing
              value={entry.name}
              onChange={(event) => change({ name: event.target.value })}
            />
          </span>
        )}
      </Field>
      <Field
        label="Role"
        error={at.role}
        aside={
          lengthOfPart(entry, 'role') > 0 ? (
            <Counter length={lengthOfPart(entry, 'role')} limit={limit} />
          ) : (
            <span className="opt">optional</span>
          )
        }
      >
        {(wiring) => (
          <input
            {...wiring}
            className="in"
            name="role"
            dir="auto"
            autoComplete="off"
            maxLength={MOST.name}
            placeholder="Founder, Acme"
            value={entry.role}
            onChange={(event) => change({ role: event.target.value })}
          />
        )}
      </Field>
    </>
  );
}

const TestimonialText = ({ entry, change, error }: PartProps & { error: string | undefined }) => (
  <Field
    label="Text"
    error={error}
    aside={<Counter length={lengthOfPart(entry, 'text')} limit={MAX_TESTIMONIAL_TEXT} />}
  >
    {(wiring) => (
      <textarea
        {...wiring}
        className="in"
        name="text"
        rows={3}
        dir="auto"
        maxLength={MOST.text}
        value={entry.text}
        onChange={(event) => change({ text: event.target.value })}
      />
    )}
  </Field>
);
