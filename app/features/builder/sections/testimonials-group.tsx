import { PencilLine, Plus } from 'lucide-react';
import { useState } from 'react';

import { Button } from '#app/components/button.tsx';
import { toast } from '#app/components/toast.tsx';
import { builderFieldMessages } from '#content/messages/builder-fields.ts';
import { builderSectionMessages } from '#content/messages/builder-sections.ts';
import { pageRuleMessages } from '#content/messages/page-rules.ts';
import type { CheckoutPageConfig } from '#domain/checkout-page.ts';
import { MAX_TESTIMONIALS, TESTIMONIALS_PER_LAYOUT, type Testimonial } from '#domain/testimonial.ts';

import { EntryCount, FieldHelp, focusControl, Group, getFieldId, useFieldState } from '../fields/builder-field.tsx';
import { IconButton } from '../fields/icon-button.tsx';
import { DragHandle, getItemId, RowButtons, SortableList, type SortableRow } from '../fields/sortable-list.tsx';
import { ConfigSwitch } from '../fields/switch-field.tsx';
import { useBuilder } from '../state/builder-context.ts';
import { Initials, StarRating, TestimonialForm } from './testimonial-form.tsx';

const messages = builderSectionMessages.testimonials;

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

/** Shows how many testimonials the layout displays. */
function ShownHint() {
  const { layout, testimonials } = useBuilder().config;
  const shown = TESTIMONIALS_PER_LAYOUT[layout];
  if (testimonials.items.length <= shown) return null;
  return <p className="hint">{messages.shown({ layout, count: shown })}</p>;
}

/** Field path of the testimonial that is not added yet. */
const NEW = 'testimonials.new';

/** The first testimonial enables the section. */
export const addTestimonial = ({ enabled, items }: Testimonials, testimonial: Testimonial): Testimonials => ({
  enabled: enabled || items.length === 0,
  items: [...items, testimonial],
});

export function TestimonialsGroup() {
  const { config, patch } = useBuilder();
  const { enabled, items } = config.testimonials;
  /** The open form: of a new testimonial, or of the testimonial with this id. */
  const [activeForm, setActiveForm] = useState<string | null>(null);

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
  function add(testimonial: Testimonial) {
    // Undo may have brought a removed testimonial back while the form was open.
    if (!canAdd()) return;
    patch({ testimonials: addTestimonial(config.testimonials, testimonial) });
    toast({ title: messages.added });
    close();
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
        onRemoved={close}
      >
        {(testimonial, row, change) =>
          activeForm === getItemId(testimonial) ? (
            <TestimonialForm
              edited={testimonial}
              onCancel={() => close(row.field)}
              onDone={(changed) => {
                change(changed);
                close(row.field);
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
        <TestimonialForm onDone={add} onCancel={close} />
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
