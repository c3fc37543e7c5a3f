import { PencilLine, Plus, X } from 'lucide-react';
import { useRef, useState } from 'react';

import { MAX_TESTIMONIALS, TESTIMONIALS_SHOWN, type Testimonial } from '#domain/testimonial.ts';

import { toast } from '#app/ui/toast.tsx';

import { useBuilder } from './builder-context.ts';
import { ErrorLine, FieldMore, Group, idOf } from './builder-field.tsx';
import { itemIdOf } from './item-ids.ts';
import { movedWords } from './reorder.ts';
import { Grip, IconKey, MoveKeys } from './row-keys.tsx';
import { StarRow } from './star-row.tsx';
import { SwitchField } from './switch-field.tsx';
import { Initials, TestimonialForm } from './testimonial-form.tsx';
import { useReorder } from './use-reorder.ts';

const focusOn = (id: string) => requestAnimationFrame(() => document.getElementById(id)?.focus());

type RowProps = {
  testimonial: Testimonial;
  place: number;
  count: number;
  onGrab: (event: React.PointerEvent<HTMLElement>) => void;
  onMove: (to: number) => void;
  onEdit: () => void;
  onRemove: () => void;
};

function TestimonialRow({ testimonial, place, count, onGrab, onMove, onEdit, onRemove }: RowProps) {
  const { name, role, rating, text } = testimonial;
  const field = `testimonials.${place}`;
  const id = idOf(field);
  const problem = useBuilder().problemOf(field);
  return (
    <>
      <div className="b-quote" data-invalid={problem !== null}>
        <div className="b-quote-head">
          <Grip onPointerDown={onGrab} />
          <StarRow rating={rating} />
          <span className="b-row-keys">
            <MoveKeys
              {...{ id, place, count }}
              what={name}
              onMove={(to, way) => {
                onMove(to);
                focusOn(`${idOf(`testimonials.${to}`)}-${way}`);
              }}
            />
            <IconKey
              id={id}
              label={`Edit: ${name}`}
              Icon={PencilLine}
              aria-describedby={problem ? `${id}-more` : undefined}
              onClick={onEdit}
            />
            <IconKey label={`Remove: ${name}`} Icon={X} onClick={onRemove} />
          </span>
        </div>
        <p className="muted" dir="auto">
          {text}
        </p>
        <p className="b-said-by">
          <Initials name={name} />
          <span dir="auto">
            <b className="b-strong">{name}</b> {role && <span className="faint">{role}</span>}
          </span>
        </p>
      </div>
      {problem && <ErrorLine id={`${id}-more`}>{problem}</ErrorLine>}
    </>
  );
}

/** Shows how many testimonials the layout displays. */
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

type ListProps = {
  /** Id of the testimonial being edited. */
  edited: string | null;
  onEdit: (id: string | null) => void;
  onRemove: (place: number) => void;
};

function TestimonialList({ edited, onEdit, onRemove }: ListProps) {
  const { config, dispatch } = useBuilder();
  const { items } = config.testimonials;
  const [said, setSaid] = useState('');
  const list = useRef<HTMLUListElement>(null);
  const move = (from: number, to: number) => {
    onEdit(null);
    dispatch({ type: 'moveTestimonial', from, to });
    setSaid(movedWords(to, items.length));
  };
  const { grab, rowProps } = useReorder(list, items, move);
  const leave = (place: number) => {
    onEdit(null);
    focusOn(idOf(`testimonials.${place}`));
  };
  return (
    <>
      {items.length > 0 && (
        <ul className="b-entries" ref={list}>
          {items.map((testimonial, place) => (
            <li key={itemIdOf(testimonial)} {...rowProps(place)}>
              {edited === itemIdOf(testimonial) ? (
                <TestimonialForm
                  before={testimonial}
                  onCancel={() => leave(place)}
                  onDone={(after) => {
                    dispatch({ type: 'editTestimonial', place, testimonial: after });
                    leave(place);
                  }}
                />
              ) : (
                <TestimonialRow
                  {...{ testimonial, place }}
                  count={items.length}
                  onGrab={(event) => grab(place, event)}
                  onMove={(to) => move(place, to)}
                  onEdit={() => onEdit(itemIdOf(testimonial))}
                  onRemove={() => onRemove(place)}
                />
              )}
            </li>
          ))}
        </ul>
      )}
      <p className="vh" role="status">
        {said}
      </p>
    </>
  );
}

function TestimonialsSwitch() {
  const { config, dispatch } = useBuilder();
  const { enabled, items } = config.testimonials;
  return (
    <SwitchField
      id={idOf('testimonials')}
      label="Show testimonials"
      hint={
        !enabled && items.length > 0 ? 'Kept, but not on the page.' : 'What others say, beside what you sell.'
      }
      checked={enabled}
      onChange={(checked) => dispatch({ type: 'showTestimonials', enabled: checked })}
    />
  );
}

/** The open form: that of a new testimonial or that of the testimonial with this id. */
type Open = 'new' | { id: string } | null;

export function TestimonialsGroup() {
  const { config, dispatch } = useBuilder();
  const { enabled, items } = config.testimonials;
  const [open, setOpen] = useState<Open>(null);
  const opener = useRef<HTMLButtonElement>(null);

  function openForm() {
    if (items.length >= MAX_TESTIMONIALS)
      toast({ title: `You can only add up to ${MAX_TESTIMONIALS} testimonials` }, { destructive: true });
    else setOpen('new');
  }
  function close() {
    setOpen(null);
    requestAnimationFrame(() => opener.current?.focus());
  }
  function add(testimonial: Testimonial) {
    dispatch({ type: 'addTestimonial', testimonial });
    toast({ title: 'Testimonial added' });
    close();
  }
  function remove(place: number) {
    dispatch({ type: 'removeTestimonial', place });
    close();
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
      <TestimonialsSwitch />
      <TestimonialList
        edited={open !== null && open !== 'new' ? open.id : null}
        onEdit={(id) => setOpen(id === null ? null : { id })}
        onRemove={remove}
      />
      {enabled && <ShownHint />}
      <FieldMore field="testimonials" />
      {open === 'new' ? (
        <TestimonialForm onDone={add} onCancel={close} />
      ) : (
        <button type="button" className="key b-start" ref={opener} onClick={openForm}>
          <Plus className="i" aria-hidden="true" />
          Add a testimonial
        </button>
      )}
    </Group>
  );
}
