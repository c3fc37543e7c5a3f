import { PencilLine, Plus, X } from 'lucide-react';
import { useRef, useState } from 'react';

import { toast } from '#app/components/toast.tsx';
import { MAX_TESTIMONIALS, TESTIMONIALS_PER_LAYOUT, type Testimonial } from '#domain/testimonial.ts';

import { FieldErrorMessage, FieldHelp, Group, getFieldId } from '../fields/builder-field.tsx';
import { DragHandle, IconButton, MoveButtons } from '../fields/row-buttons.tsx';
import { SwitchField } from '../fields/switch-field.tsx';
import { useReorder } from '../fields/use-reorder.ts';
import { useBuilder } from '../state/builder-context.ts';
import { getMoveAnnouncement } from '../state/reorder.ts';
import { getItemId } from './item-ids.ts';
import { StarRating } from './star-rating.tsx';
import { Initials, TestimonialForm } from './testimonial-form.tsx';

const focusById = (id: string) => requestAnimationFrame(() => document.getElementById(id)?.focus());

type RowProps = {
  testimonial: Testimonial;
  index: number;
  count: number;
  onGrab: (event: React.PointerEvent<HTMLElement>) => void;
  onMove: (to: number) => void;
  onEdit: () => void;
  onRemove: () => void;
};

function TestimonialRow({ testimonial, index, count, onGrab, onMove, onEdit, onRemove }: RowProps) {
  const { name, role, rating, text } = testimonial;
  const field = `testimonials.${index}`;
  const id = getFieldId(field);
  const fieldError = useBuilder().getFieldError(field);
  return (
    <>
      <div className="testimonial-card" data-invalid={fieldError !== null}>
        <div className="testimonial-card__header">
          <DragHandle onPointerDown={onGrab} />
          <StarRating rating={rating} />
          <span className="row-buttons">
            <MoveButtons
              {...{ id, index, count }}
              itemName={name}
              onMove={(to, direction) => {
                onMove(to);
                focusById(`${getFieldId(`testimonials.${to}`)}-${direction}`);
              }}
            />
            <IconButton
              id={id}
              label={`Edit: ${name}`}
              Icon={PencilLine}
              aria-describedby={fieldError ? `${id}-more` : undefined}
              onClick={onEdit}
            />
            <IconButton label={`Remove: ${name}`} Icon={X} onClick={onRemove} />
          </span>
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
      {fieldError && <FieldErrorMessage id={`${id}-more`}>{fieldError}</FieldErrorMessage>}
    </>
  );
}

/** Shows how many testimonials the layout displays. */
function ShownHint() {
  const { layout, testimonials } = useBuilder().config;
  const shown = TESTIMONIALS_PER_LAYOUT[layout];
  if (testimonials.items.length <= shown) return null;
  return (
    <p className="hint">
      The {layout} layout shows the first {shown}.
    </p>
  );
}

type ListProps = {
  /** Id of the testimonial being edited. */
  editedId: string | null;
  onEdit: (id: string | null) => void;
  onRemove: (index: number) => void;
};

function TestimonialList({ editedId, onEdit, onRemove }: ListProps) {
  const { config, dispatch } = useBuilder();
  const { items } = config.testimonials;
  const [liveMessage, setLiveMessage] = useState('');
  const list = useRef<HTMLUListElement>(null);
  const move = (from: number, to: number) => {
    onEdit(null);
    dispatch({ type: 'moveTestimonial', from, to });
    setLiveMessage(getMoveAnnouncement(to, items.length));
  };
  const { startDrag, getRowProps } = useReorder(list, items, move);
  const closeEditor = (index: number) => {
    onEdit(null);
    focusById(getFieldId(`testimonials.${index}`));
  };
  return (
    <>
      {items.length > 0 && (
        <ul className="entry-list" ref={list}>
          {items.map((testimonial, index) => (
            <li key={getItemId(testimonial)} {...getRowProps(index)}>
              {editedId === getItemId(testimonial) ? (
                <TestimonialForm
                  edited={testimonial}
                  onCancel={() => closeEditor(index)}
                  onDone={(changed) => {
                    dispatch({ type: 'editTestimonial', index, testimonial: changed });
                    closeEditor(index);
                  }}
                />
              ) : (
                <TestimonialRow
                  {...{ testimonial, index }}
                  count={items.length}
                  onGrab={(event) => startDrag(index, event)}
                  onMove={(to) => move(index, to)}
                  onEdit={() => onEdit(getItemId(testimonial))}
                  onRemove={() => onRemove(index)}
                />
              )}
            </li>
          ))}
        </ul>
      )}
      <p className="vh" role="status">
        {liveMessage}
      </p>
    </>
  );
}

function TestimonialsSwitch() {
  const { config, dispatch } = useBuilder();
  const { enabled, items } = config.testimonials;
  return (
    <SwitchField
      id={getFieldId('testimonials')}
      label="Show testimonials"
      hint={!enabled && items.length > 0 ? 'Kept, but not on the page.' : 'What others say, beside what you sell.'}
      checked={enabled}
      onChange={(checked) => dispatch({ type: 'showTestimonials', enabled: checked })}
    />
  );
}

/** The open form: that of a new testimonial or that of the testimonial with this id. */
type ActiveForm = 'new' | { id: string } | null;

export function TestimonialsGroup() {
  const { config, dispatch } = useBuilder();
  const { enabled, items } = config.testimonials;
  const [activeForm, setActiveForm] = useState<ActiveForm>(null);
  const addButtonRef = useRef<HTMLButtonElement>(null);

  function openForm() {
    if (items.length >= MAX_TESTIMONIALS)
      toast({ title: `You can only add up to ${MAX_TESTIMONIALS} testimonials` }, { destructive: true });
    else setActiveForm('new');
  }
  function close() {
    setActiveForm(null);
    requestAnimationFrame(() => addButtonRef.current?.focus());
  }
  function add(testimonial: Testimonial) {
    dispatch({ type: 'addTestimonial', testimonial });
    toast({ title: 'Testimonial added' });
    close();
  }
  function remove(index: number) {
    dispatch({ type: 'removeTestimonial', index });
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
        editedId={activeForm !== null && activeForm !== 'new' ? activeForm.id : null}
        onEdit={(id) => setActiveForm(id === null ? null : { id })}
        onRemove={remove}
      />
      {enabled && <ShownHint />}
      <FieldHelp field="testimonials" />
      {activeForm === 'new' ? (
        <TestimonialForm onDone={add} onCancel={close} />
      ) : (
        <button type="button" className="key justify-start" ref={addButtonRef} onClick={openForm}>
          <Plus className="i" aria-hidden="true" />
          Add a testimonial
        </button>
      )}
    </Group>
  );
}
