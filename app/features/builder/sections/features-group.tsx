import { X } from 'lucide-react';
import { useRef, useState, type FormEvent, type KeyboardEvent, type ComponentProps } from 'react';

import { Button } from '#app/components/button.tsx';
import { toast } from '#app/components/toast.tsx';
import { LIMITS } from '#domain/checkout-page.ts';
import { cleanLine, countCharacters } from '#domain/text.ts';

import { FieldErrorMessage, FieldHelp, Group, getFieldId } from '../fields/builder-field.tsx';
import { CharacterCount } from '../fields/builder-text-field.tsx';
import { DragHandle, IconButton, MoveButtons } from '../fields/row-buttons.tsx';
import { useReorder } from '../fields/use-reorder.ts';
import { useBuilder } from '../state/builder-context.ts';
import { getMoveAnnouncement } from '../state/reorder.ts';

/** A text area that grows with its text. */
const AutoGrowTextarea = ({ className = '', value, ...rest }: ComponentProps<'textarea'> & { value: string }) => (
  <span className="auto-grow-textarea" data-text={value}>
    <textarea rows={1} {...rest} value={value} className={className} />
  </span>
);

const getLengthError = (length: number): string | null =>
  length > LIMITS.feature ? `A feature can have at most ${LIMITS.feature} characters; this one has ${length}` : null;

const focusById = (id: string) => requestAnimationFrame(() => document.getElementById(id)?.focus());

type RowProps = {
  feature: string;
  index: number;
  count: number;
  onGrab: (event: React.PointerEvent<HTMLElement>) => void;
  onMove: (to: number) => void;
  onRemove: () => void;
};

/** A feature with inline editing. */
function FeatureRow({ feature, index, count, onGrab, onMove, onRemove }: RowProps) {
  const { dispatch, getFieldError } = useBuilder();
  const field = `features.${index}`;
  const id = getFieldId(field);
  const fieldError = getFieldError(field);
  const length = countCharacters(cleanLine(feature));
  const move = (to: number, idSuffix: string) => {
    if (to < 0 || to >= count) return;
    onMove(to);
    focusById(getFieldId(`features.${to}`) + idSuffix);
  };
  function onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>) {
    const offset = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0;
    if (event.altKey && offset !== 0) {
      event.preventDefault();
      move(index + offset, '');
    } else if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
      event.preventDefault();
      focusById(index + 1 < count ? getFieldId(`features.${index + 1}`) : getFieldId('features'));
    }
  }
  return (
    <>
      <div className="sortable-row" data-invalid={fieldError !== null}>
        <DragHandle onPointerDown={onGrab} />
        <AutoGrowTextarea
          id={id}
          className="auto-grow-textarea__input"
          aria-label={`Feature ${index + 1}`}
          aria-invalid={fieldError ? true : undefined}
          aria-describedby={fieldError ? `${id}-more` : undefined}
          dir="auto"
          maxLength={10_000}
          value={feature}
          onKeyDown={onKeyDown}
          onChange={({ target }) =>
            dispatch({
              type: 'editFeature',
              index,
              feature: target.value.replace(/\n+/g, ' '),
              at: performance.now(),
            })
          }
        />
        <span className="row-buttons">
          <MoveButtons
            {...{ id, index, count }}
            itemName={feature}
            onMove={(to, direction) => move(to, `-${direction}`)}
          />
          <IconButton label={`Remove: ${feature}`} Icon={X} onClick={onRemove} />
        </span>
      </div>
      {fieldError && <FieldErrorMessage id={`${id}-more`}>{fieldError}</FieldErrorMessage>}
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
  const { config, dispatch } = useBuilder();
  const { features } = config;
  const [liveMessage, setLiveMessage] = useState('');
  const list = useRef<HTMLUListElement>(null);
  const move = (from: number, to: number) => {
    dispatch({ type: 'moveFeature', from, to });
    setLiveMessage(getMoveAnnouncement(to, features.length));
  };
  const { startDrag, getRowProps } = useReorder(list, features, move);
  return (
    <>
      {features.length > 0 && (
        <div
          // Blank features are removed when the focus leaves the list.
          onBlur={({ currentTarget, relatedTarget }) => {
            if (currentTarget.contains(relatedTarget)) return;
            if (features.some((feature) => cleanLine(feature) === ''))
              runAfterPointerUp(() => dispatch({ type: 'dropBlankFeature' }));
          }}
        >
          <ul className="entry-list" ref={list}>
            {features.map((feature, index) => (
              <li key={index} {...getRowProps(index)}>
                <FeatureRow
                  {...{ feature, index }}
                  count={features.length}
                  onGrab={(event) => startDrag(index, event)}
                  onMove={(to) => move(index, to)}
                  onRemove={() => onRemove(index)}
                />
              </li>
            ))}
          </ul>
        </div>
      )}
      <p className="vh" role="status">
        {liveMessage}
      </p>
    </>
  );
}

export function FeaturesGroup() {
  const { config, dispatch } = useBuilder();
  const [inputValue, setInputValue] = useState('');
  const [showLengthError, setShowLengthError] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const { features } = config;
  const length = countCharacters(cleanLine(inputValue));
  const fieldError = showLengthError ? getLengthError(length) : null;
  const errorId = `${getFieldId('features')}-new`;

  function add(event: FormEvent) {
    event.preventDefault();
    input.current?.focus();
    if (length === 0) return;
    if (features.length >= LIMITS.features)
      return toast({ title: `Maximum ${LIMITS.features} features reached` }, { destructive: true });
    setShowLengthError(length > LIMITS.feature);
    if (length > LIMITS.feature) return;
    dispatch({ type: 'addFeature', feature: inputValue });
    setInputValue('');
  }
  function remove(index: number) {
    dispatch({ type: 'removeFeature', index });
    input.current?.focus();
  }

  return (
    <Group
      title="Features"
      aside={
        <span className="hint num" role="status">
          {features.length} of {LIMITS.features}
        </span>
      }
    >
      <FeatureList onRemove={remove} />
      <form className="add-form" onSubmit={add}>
        <input
          ref={input}
          className="in"
          id={getFieldId('features')}
          aria-label="New feature"
          aria-invalid={fieldError ? true : undefined}
          aria-describedby={fieldError ? errorId : undefined}
          dir="auto"
          maxLength={10_000}
          placeholder="Add a feature, press Enter"
          value={inputValue}
          onChange={(event) => setInputValue(event.target.value)}
        />
        <Button type="submit">Add</Button>
        <span className="add-form__help">
          {fieldError && <FieldErrorMessage id={errorId}>{fieldError}</FieldErrorMessage>}
          <CharacterCount length={length} limit={LIMITS.feature} />
        </span>
      </form>
      <FieldHelp field="features" />
    </Group>
  );
}
