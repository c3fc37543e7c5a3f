import { Plus, X } from 'lucide-react';
import { useRef, useState } from 'react';

import { MAX_TESTIMONIALS, TESTIMONIALS_SHOWN, type Testimonial } from '#domain/testimonial.ts';

import { Key } from '#app/ui/key.tsx';
import { toast } from '#app/ui/toast.tsx';

import { useBuilder } from './builder-context.ts';
import { ErrorLine, FieldMore, Group, idOf } from './builder-field.tsx';
import { ratingWords, StarRow } from './star-row.tsx';
import { SwitchField } from './switch-field.tsx';
import { TestimonialForm } from './testimonial-form.tsx';

type RowProps = { testimonial: Testimonial; place: number; onRemove: () => void };

function TestimonialRow({ testimonial, place, onRemove }: RowProps) {
  const { name, role, rating, text } = testimonial;
  const field = `testimonials.${place}`;
  const problem = useBuilder().problemOf(field);
  return (
    <li>
      <div className="b-quote">
        <span dir="auto">
          <b className="b-strong">{name}</b> {role && <span className="faint">{role}</span>}
        </span>
        <Key
          kind="bare"
          size="sm"
          className="icon"
          id={idOf(field)}
          aria-label={`Remove: ${name}`}
          onClick={onRemove}
        >
          <X className="i" aria-hidden="true" />
        </Key>
        <span className="b-rated">
          <StarRow rating={rating} />
          <span className="vh">{ratingWords(rating)}</span>
        </span>
        <span className="muted b-wide" dir="auto">
          {text}
        </span>
      </div>
      {problem && <ErrorLine>{problem}</ErrorLine>}
    </li>
  );
}

/** How many of them buyers see. */
function ShownHint() {
  const { layout, testimonials } = useBuilder().config;
  const shown = TESTIMONIALS_SHOWN[layout];
  if (testimonials.items.length <= shown) return null;
  return (
    <p className="hint">
      The {layout} layout shows the first {shown}.
    </p>
  );
}

export function TestimonialsGroup() {
  const { config, dispatch } = useBuilder();
  const { enabled, items } = config.testimonials;
  const [open, setOpen] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);

  function openForm() {
    if (items.length >= MAX_TESTIMONIALS)
      toast({ title: `You can only add up to ${MAX_TESTIMONIALS} testimonials` }, { destructive: true });
    else setOpen(true);
  }
  function close() {
    setOpen(false);
    requestAnimationFrame(() => opener.current?.focus());
  }
  function add(testimonial: Testimonial) {
    dispatch({ type: 'addTestimonial', testimonial });
    toast({ title: 'Testimonial added' });
    close();
  }
  function remove(place: number) {
    dispatch({ type: 'removeTestimonial', place });
    opener.current?.focus();
  }

  return (
    <Group
      title="Testimonials"
      aside={
        <span className="hint num" role="status">
          {items.length} of {MAX_TESTIMONIALS}
        </span>
      }
    >
      <SwitchField
        id={idOf('testimonials')}
        label="Show testimonials"
        hint={
          !enabled && items.length > 0
            ? 'Kept, but not on the page.'
            : 'What others say, beside what you sell.'
        }
        checked={enabled}
        onChange={(checked) => dispatch({ type: 'showTestimonials', enabled: checked })}
      />
      {items.length > 0 && (
        <ul className="b-entries">
          {items.map((testimonial, place) => (
            <TestimonialRow
              key={`${place} ${testimonial.name}`}
              {...{ testimonial, place }}
              onRemove={() => remove(place)}
            />
          ))}
        </ul>
      )}
      {enabled && <ShownHint />}
      <FieldMore field="testimonials" />
      {open ? (
        <TestimonialForm onAdd={add} onCancel={close} />
      ) : (
        <button type="button" className="key b-start" ref={opener} onClick={openForm}>
          <Plus className="i" aria-hidden="true" />
          Add a testimonial
        </button>
      )}
    </Group>
  );
}
