import { PencilLine, Plus } from 'lucide-react';
import { useRef, useState } from 'react';

import { Button } from '#app/components/button.tsx';
import { toast } from '#app/components/toast.tsx';
import { builderFieldMessages } from '#content/messages/builder-fields.ts';
import { builderSectionMessages } from '#content/messages/builder-sections.ts';
import { pageRuleMessages } from '#content/messages/page-rules.ts';
import type { CheckoutPageConfig } from '#domain/checkout-page.ts';
import { MAX_TESTIMONIALS, TESTIMONIALS_PER_LAYOUT, type Testimonial } from '#domain/testimonial.ts';

import { EntryCount, FieldHelp, focusControl, Group, getFieldId } from '../fields/builder-field.tsx';
import { IconButton } from '../fields/icon-button.tsx';
import { DragHandle, RowButtons, SortableList, type SortableRow } from '../fields/sortable-list.tsx';
import { SwitchField } from '../fields/switch-field.tsx';
import { useBuilder } from '../state/builder-context.ts';
import { getItemId } from './item-ids.ts';
import { StarRating } from './star-rating.tsx';
import { Initials, TestimonialForm } from './testimonial-form.tsx';

const messages = builderSectionMessages.testimonials;

type Testimonials = CheckoutPageConfig['testimonials'];

type RowProps = { testimonial: Testimonial; row: SortableRow; onEdit: () => void; onRemove: () => void };

function TestimonialRow({ testimonial, row, onEdit, onRemove }: RowProps) {
  const { name, role, rating, text } = testimonial;
  const id = getFieldId(row.field);
  const fieldError = useBuilder().getFieldError(row.field);
  return (
    <>
      <div className="testimonial-card" data-invalid={fieldError !== null}>
        <div className="testimonial-card__header">
          <DragHandle row={row} />
          <StarRating rating={rating} />
          <RowButtons row={row} itemName={name} onRemove={onRemove}>
            <IconButton
              id={id}
              label={builderFieldMessages.list.edit({ item: name })}
              Icon={PencilLine}
              aria-describedby={fieldError ? `${id}-more` : undefined}
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

/** Shows how many testimonials the layout displays. */
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

/** The open form: that of a new testimonial or that of the testimonial with this id. */
type ActiveForm = 'new' | { id: string } | null;

export function TestimonialsGroup() {
  const { config, patch } = useBuilder();
  const { enabled, items } = config.testimonials;
  const [activeForm, setActiveForm] = useState<ActiveForm>(null);
  const addButtonRef = useRef<HTMLButtonElement>(null);
  const setItems = (changed: Testimonial[]) => patch({ testimonials: { enabled, items: changed } });

  /** Shows the limit when it is reached. */
  function canAdd(): boolean {
    if (items.length < MAX_TESTIMONIALS) return true;
    toast({ title: pageRuleMessages.testimonials.tooMany({ max: MAX_TESTIMONIALS }) }, { destructive: true });
    return false;
  }
  function openForm() {
    if (canAdd()) setActiveForm('new');
  }
  function close() {
    setActiveForm(null);
    requestAnimationFrame(() => addButtonRef.current?.focus());
  }
  function closeEditor(field: string) {
    setActiveForm(null);
    focusControl(field);
  }
  function add(testimonial: Testimonial) {
    // Undo may have brought a removed testimonial back while the form was open.
    if (!canAdd()) return;
    patch({ testimonials: addTestimonial(config.testimonials, testimonial) });
    toast({ title: messages.added });
    close();
  }

  return (
    <Group title={messages.title} aside={<EntryCount count={items.length} max={MAX_TESTIMONIALS} />}>
      <SwitchField
        id={getFieldId('testimonials')}
        label={messages.enable}
        hint={!enabled && items.length > 0 ? messages.disabledHint : messages.hint}
        checked={enabled}
        onChange={(checked) => patch({ testimonials: { enabled: checked, items } })}
      />
      <SortableList
        field="testimonials"
        items={items}
        getKey={getItemId}
        onReorder={(reordered) => {
          setActiveForm(null);
          setItems(reordered);
        }}
      >
        {(testimonial, row) =>
          activeForm !== null && activeForm !== 'new' && activeForm.id === getItemId(testimonial) ? (
            <TestimonialForm
              edited={testimonial}
              onCancel={() => closeEditor(row.field)}
              onDone={(changed) => {
                setItems(items.with(row.index, changed));
                closeEditor(row.field);
              }}
            />
          ) : (
            <TestimonialRow
              {...{ testimonial, row }}
              onEdit={() => setActiveForm({ id: getItemId(testimonial) })}
              onRemove={() => {
                setItems(items.toSpliced(row.index, 1));
                close();
              }}
            />
          )
        }
      </SortableList>
      {enabled && <ShownHint />}
      <FieldHelp field="testimonials" />
      {activeForm === 'new' ? (
        <TestimonialForm onDone={add} onCancel={close} />
      ) : (
        <Button Icon={Plus} className="justify-start" ref={addButtonRef} onClick={openForm}>
          {messages.add}
        </Button>
      )}
    </Group>
  );
}
