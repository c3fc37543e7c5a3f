import { useRef, useState, type FormEvent, type KeyboardEvent } from 'react';

import { Button } from '#app/components/button.tsx';
import { FieldError } from '#app/components/field.tsx';
import { toast } from '#app/components/toast.tsx';
import { builderSectionMessages } from '#content/messages/builder-sections.ts';
import { pageRuleMessages } from '#content/messages/page-rules.ts';
import { LIMITS } from '#domain/checkout-page.ts';
import { cleanLine, countCharacters } from '#domain/text.ts';

import { EntryCount, FieldHelp, focusControl, Group, getFieldId } from '../fields/builder-field.tsx';
import { CharacterCount } from '../fields/builder-text-field.tsx';
import { DragHandle, handleMoveKey, RowButtons, SortableList, type SortableRow } from '../fields/sortable-list.tsx';
import { useBuilder } from '../state/builder-context.ts';

const messages = builderSectionMessages.features;

const getLengthError = (length: number): string | null =>
  length > LIMITS.feature ? pageRuleMessages.tooLong.feature({ limit: LIMITS.feature, length }) : null;

const isBlank = (feature: string): boolean => cleanLine(feature) === '';

type RowProps = { feature: string; row: SortableRow; onRemove: () => void };

/** A feature with inline editing, in a text area that grows with its text. */
function FeatureRow({ feature, row, onRemove }: RowProps) {
  const { config, patch, getFieldError } = useBuilder();
  const { field, index, count } = row;
  const id = getFieldId(field);
  const fieldError = getFieldError(field);
  const length = countCharacters(cleanLine(feature));
  function onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>) {
    handleMoveKey(event, row);
    if (event.defaultPrevented || event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    event.preventDefault();
    focusControl(index + 1 < count ? `features.${index + 1}` : 'features');
  }
  return (
    <>
      <div className="sortable-row" data-invalid={fieldError !== null}>
        <DragHandle row={row} />
        <span className="auto-grow-textarea" data-text={feature}>
          <textarea
            id={id}
            rows={1}
            className="auto-grow-textarea__input"
            aria-label={messages.item({ position: index + 1 })}
            aria-invalid={fieldError ? true : undefined}
            aria-describedby={fieldError ? `${id}-more` : undefined}
            dir="auto"
            maxLength={10_000}
            value={feature}
            onKeyDown={onKeyDown}
            onChange={({ target }) =>
              patch({ features: config.features.with(index, target.value.replace(/\n+/g, ' ')) }, field)
            }
          />
        </span>
        <RowButtons row={row} itemName={feature} onRemove={onRemove} />
      </div>
      <FieldHelp field={field} />
      {!fieldError && length * 4 > LIMITS.feature * 3 && <CharacterCount length={length} limit={LIMITS.feature} />}
    </>
  );
}

/** Runs the action after a pressed pointer is released, because rows removed before would move the click target. */
function runAfterPointerUp(action: () => void): void {
  if (document.querySelector('button:active, input:active, textarea:active, a:active, label:active') === null) action();
  else window.addEventListener('pointerup', () => setTimeout(action), { once: true });
}

function FeatureList({ onRemove }: { onRemove: (index: number) => void }) {
  const { config, patch } = useBuilder();
  const { features } = config;
  const dropBlank = () => patch((current) => ({ features: current.features.filter((feature) => !isBlank(feature)) }));
  if (features.length === 0) return null;
  return (
    <div
      // Blank features are removed when the focus leaves the list.
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget) && features.some(isBlank)) runAfterPointerUp(dropBlank);
      }}
    >
      <SortableList
        field="features"
        items={features}
        getKey={(_, index) => index}
        onReorder={(reordered) => patch({ features: reordered })}
      >
        {(feature, row) => <FeatureRow {...{ feature, row }} onRemove={() => onRemove(row.index)} />}
      </SortableList>
    </div>
  );
}

export function FeaturesGroup() {
  const { config, patch } = useBuilder();
  const [inputValue, setInputValue] = useState('');
  const [showLengthError, setShowLengthError] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const { features } = config;
  const newFeature = cleanLine(inputValue);
  const length = countCharacters(newFeature);
  const fieldError = showLengthError ? getLengthError(length) : null;
  const errorId = `${getFieldId('features')}-new`;

  function add(event: FormEvent) {
    event.preventDefault();
    input.current?.focus();
    if (length === 0) return;
    if (features.length >= LIMITS.features)
      return toast({ title: pageRuleMessages.features.tooMany({ max: LIMITS.features }) }, { destructive: true });
    setShowLengthError(length > LIMITS.feature);
    if (length > LIMITS.feature) return;
    patch({ features: [...features, newFeature] });
    setInputValue('');
  }
  function remove(index: number) {
    patch({ features: features.toSpliced(index, 1) });
    input.current?.focus();
  }

  return (
    <Group title={messages.title} aside={<EntryCount count={features.length} max={LIMITS.features} />}>
      <FeatureList onRemove={remove} />
      <form className="add-form" onSubmit={add}>
        <input
          ref={input}
          className="in"
          id={getFieldId('features')}
          aria-label={messages.input}
          aria-invalid={fieldError ? true : undefined}
          aria-describedby={fieldError ? errorId : undefined}
          dir="auto"
          maxLength={10_000}
          placeholder={messages.placeholder}
          value={inputValue}
          onChange={(event) => setInputValue(event.target.value)}
        />
        <Button type="submit">{messages.add}</Button>
        <span className="add-form__help">
          {fieldError && <FieldError id={errorId}>{fieldError}</FieldError>}
          <CharacterCount length={length} limit={LIMITS.feature} />
        </span>
      </form>
      <FieldHelp field="features" />
    </Group>
  );
}
