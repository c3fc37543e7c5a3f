import type { KeyboardEvent } from 'react';

import { toast } from '#app/components/toast.tsx';
import { builderSectionMessages } from '#content/messages/builder-sections.ts';
import { pageRuleMessages } from '#content/messages/page-rules.ts';
import { LIMITS } from '#domain/checkout-page.ts';
import { cleanLine, countCharacters } from '#domain/text.ts';

import { AddForm } from '../fields/add-form.tsx';
import { EntryCount, FieldHelp, focusControl, Group, useFieldState } from '../fields/builder-field.tsx';
import { CharacterCount } from '../fields/builder-text-field.tsx';
import { DragHandle, handleMoveKey, RowButtons, SortableList, type SortableRow } from '../fields/sortable-list.tsx';
import { useBuilder } from '../state/builder-context.ts';

const messages = builderSectionMessages.features;

const isBlank = (feature: string): boolean => cleanLine(feature) === '';

type RowProps = { feature: string; row: SortableRow; change: (feature: string, undoGroup: string) => void };

/** A feature with inline editing, in a text area that grows with its text. */
function FeatureRow({ feature, row, change }: RowProps) {
  const { field, index, count } = row;
  const { id, error } = useFieldState(field);
  const length = countCharacters(cleanLine(feature));
  function onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>) {
    handleMoveKey(event, row);
    if (event.defaultPrevented || event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    event.preventDefault();
    focusControl(index + 1 < count ? `features.${index + 1}` : 'features');
  }
  return (
    <>
      <div className="sortable-row" data-invalid={error !== null}>
        <DragHandle row={row} />
        <span className="auto-grow-textarea" data-text={feature}>
          <textarea
            id={id}
            rows={1}
            className="auto-grow-textarea__input"
            aria-label={messages.item({ position: index + 1 })}
            aria-invalid={error ? true : undefined}
            aria-describedby={error ? `${id}-more` : undefined}
            dir="auto"
            maxLength={10_000}
            value={feature}
            onKeyDown={onKeyDown}
            onChange={({ target }) => change(target.value.replace(/\n+/g, ' '), field)}
          />
        </span>
        <RowButtons row={row} itemName={feature} />
      </div>
      <FieldHelp field={field} />
      {!error && length * 4 > LIMITS.feature * 3 && <CharacterCount length={length} limit={LIMITS.feature} />}
    </>
  );
}

/** Runs the action after a pressed pointer is released, because rows removed before would move the click target. */
function runAfterPointerUp(action: () => void): void {
  if (document.querySelector('button:active, input:active, textarea:active, a:active, label:active') === null) action();
  else window.addEventListener('pointerup', () => setTimeout(action), { once: true });
}

function FeatureList() {
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
        onChange={(changed, undoGroup) => patch({ features: changed }, undoGroup)}
      >
        {(feature, row, change) => <FeatureRow {...{ feature, row, change }} />}
      </SortableList>
    </div>
  );
}

export function FeaturesGroup() {
  const { config, patch } = useBuilder();
  const { features } = config;

  function add(text: string) {
    if (features.length >= LIMITS.features) {
      toast({ title: pageRuleMessages.features.tooMany({ max: LIMITS.features }) }, { destructive: true });
      return undefined;
    }
    const feature = cleanLine(text);
    const length = countCharacters(feature);
    if (length > LIMITS.feature) return pageRuleMessages.tooLong.feature({ limit: LIMITS.feature, length });
    patch({ features: [...features, feature] });
    return null;
  }

  return (
    <Group title={messages.title} aside={<EntryCount count={features.length} max={LIMITS.features} />}>
      <FeatureList />
      <AddForm
        field="features"
        add={add}
        submitLabel={messages.add}
        aria-label={messages.input}
        placeholder={messages.placeholder}
        renderAside={(text) => <CharacterCount length={countCharacters(cleanLine(text))} limit={LIMITS.feature} />}
      />
      <FieldHelp field="features" />
    </Group>
  );
}
