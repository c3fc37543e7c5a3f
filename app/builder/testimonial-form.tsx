import { useState, type FormEvent } from 'react';

import { DEFAULT_RATING, MAX_TESTIMONIAL_TEXT, type Testimonial } from '#domain/testimonial.ts';
import { cleanLine, cleanText, lengthOf } from '#domain/text.ts';

import { Key } from '#app/ui/key.tsx';
import { Field } from '#app/ui/field.tsx';
import { toast } from '#app/ui/toast.tsx';

import { RatingField } from './star-row.tsx';
import { Counter } from './text-field.tsx';

type Typed = { name: string; role: string; rating: number; text: string };
type Props = { onAdd: (testimonial: Testimonial) => void; onCancel: () => void };

const TOO_LONG = `A testimonial can have at most ${MAX_TESTIMONIAL_TEXT} characters`;

/** What is missing in it, as the toast says it. */
function refusalOf({ name, text }: Typed): { title: string; message: string } | null {
  if (!cleanLine(name) || !cleanText(text))
    return { title: 'Missing fields', message: 'Name and testimonial text are required' };
  if (lengthOf(cleanText(text)) > MAX_TESTIMONIAL_TEXT) return { title: 'Text too long', message: TOO_LONG };
  return null;
}

export function TestimonialForm({ onAdd, onCancel }: Props) {
  const [typed, setTyped] = useState<Typed>({ name: '', role: '', rating: DEFAULT_RATING, text: '' });
  const [pressed, setPressed] = useState(false);
  const change = (part: Partial<Typed>) => setTyped((before) => ({ ...before, ...part }));
  const length = lengthOf(cleanText(typed.text));
  const textError = length > MAX_TESTIMONIAL_TEXT ? TOO_LONG : length === 0 ? 'Type what they said' : null;

  function submit(event: FormEvent) {
    event.preventDefault();
    setPressed(true);
    const refusal = refusalOf(typed);
    if (refusal) toast(refusal, { destructive: true });
    else
      onAdd({
        name: cleanLine(typed.name),
        role: cleanLine(typed.role) || null,
        rating: typed.rating,
        text: cleanText(typed.text),
      });
  }

  return (
    <form className="b-inset" onSubmit={submit} aria-label="New testimonial" noValidate>
      <Field label="Name" error={pressed && !cleanLine(typed.name) ? 'Type who said it' : null}>
        {(wiring) => (
          <input
            {...wiring}
            className="in"
            maxLength={80}
            autoFocus // oxlint-disable-line jsx-a11y/no-autofocus -- it was opened to be typed in
            value={typed.name}
            onChange={(event) => change({ name: event.target.value })}
          />
        )}
      </Field>
      <Field label="Role" aside={<span className="opt">optional</span>}>
        {(wiring) => (
          <input
            {...wiring}
            className="in"
            maxLength={80}
            placeholder="Founder, Acme"
            value={typed.role}
            onChange={(event) => change({ role: event.target.value })}
          />
        )}
      </Field>
      <RatingField rating={typed.rating} onChange={(rating) => change({ rating })} />
      <TestimonialText {...{ typed, change }} error={pressed || length > 0 ? textError : null} />
      <div className="b-ends">
        <Key kind="bare" onClick={onCancel}>
          Cancel
        </Key>
        <Key type="submit">Add testimonial</Key>
      </div>
    </form>
  );
}

type TextProps = { typed: Typed; change: (part: Partial<Typed>) => void; error: string | null };

function TestimonialText({ typed, change, error }: TextProps) {
  const length = lengthOf(cleanText(typed.text));
  return (
    <Field label="Text" error={error} aside={<Counter length={length} limit={MAX_TESTIMONIAL_TEXT} />}>
      {(wiring) => (
        <textarea
          {...wiring}
          className="in"
          rows={3}
          maxLength={5000}
          value={typed.text}
          onChange={(event) => change({ text: event.target.value })}
        />
      )}
    </Field>
  );
}
