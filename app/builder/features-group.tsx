import { X } from 'lucide-react';
import { useRef, useState, type FormEvent, type KeyboardEvent } from 'react';

import { LIMITS } from '#domain/checkout-page.ts';
import { cleanLine, lengthOf } from '#domain/text.ts';

import { Key } from '#app/ui/key.tsx';
import { toast } from '#app/ui/toast.tsx';

import { useBuilder } from './builder-context.ts';
import { ErrorLine, FieldMore, Group, idOf } from './builder-field.tsx';
import { GrowText } from './grow-text.tsx';
import { movedWords } from './reorder.ts';
import { Grip, IconKey, MoveKeys } from './row-keys.tsx';
import { Counter } from './typed-field.tsx';
import { useReorder } from './use-reorder.ts';

const tooLong = (length: number): string | null =>
  length > LIMITS.feature
    ? `A feature can have at most ${LIMITS.feature} characters; this one has ${length}`
    : null;

const focusOn = (id: string) => requestAnimationFrame(() => document.getElementById(id)?.focus());

type RowProps = {
  feature: string;
  place: number;
  count: number;
  onGrab: (event: React.PointerEvent<HTMLElement>) => void;
  onMove: (to: number) => void;
  onRemove: () => void;
};

/** A feature with inline editing. */
function FeatureRow({ feature, place, count, onGrab, onMove, onRemove }: RowProps) {
  const { dispatch, problemOf } = useBuilder();
  const field = `features.${place}`;
  const id = idOf(field);
  const problem = problemOf(field);
  const length = lengthOf(cleanLine(feature));
  const move = (to: number, focused: string) => {
    if (to < 0 || to >= count) return;
    onMove(to);
    focusOn(idOf(`features.${to}`) + focused);
  };
  function onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>) {
    const step = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0;
    if (event.altKey && step !== 0) {
      event.preventDefault();
      move(place + step, '');
    } else if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
      event.preventDefault();
      focusOn(place + 1 < count ? idOf(`features.${place + 1}`) : idOf('features'));
    }
  }
  return (
    <>
      <div className="b-row" data-invalid={problem !== null}>
        <Grip onPointerDown={onGrab} />
        <GrowText
          id={id}
          className="b-bare-in"
          aria-label={`Feature ${place + 1}`}
          aria-invalid={problem ? true : undefined}
          aria-describedby={problem ? `${id}-more` : undefined}
          dir="auto"
          maxLength={10_000}
          value={feature}
          onKeyDown={onKeyDown}
          onChange={({ target }) =>
            dispatch({
              type: 'editFeature',
              place,
              feature: target.value.replace(/\n+/g, ' '),
              at: performance.now(),
            })
          }
        />
        <span className="b-row-keys">
          <MoveKeys {...{ id, place, count }} what={feature} onMove={(to, way) => move(to, `-${way}`)} />
          <IconKey label={`Remove: ${feature}`} Icon={X} onClick={onRemove} />
        </span>
      </div>
      {problem && <ErrorLine id={`${id}-more`}>{problem}</ErrorLine>}
      {!problem && length * 4 > LIMITS.feature * 3 && <Counter length={length} limit={LIMITS.feature} />}
    </>
  );
}

/** Runs the action after a pressed pointer is released, because rows removed before would move the click target. */
function afterPress(act: () => void): void {
  if (document.querySelector('button:active, input:active, textarea:active, a:active, label:active') === null)
    act();
  else window.addEventListener('pointerup', () => setTimeout(act), { once: true });
}

function FeatureList({ onRemove }: { onRemove: (place: number) => void }) {
  const { config, dispatch } = useBuilder();
  const { features } = config;
  const [said, setSaid] = useState('');
  const list = useRef<HTMLUListElement>(null);
  const move = (from: number, to: number) => {
    dispatch({ type: 'moveFeature', from, to });
    setSaid(movedWords(to, features.length));
  };
  const { grab, rowProps } = useReorder(list, features, move);
  return (
    <>
      {features.length > 0 && (
        <div
          // Blank features are removed when the focus leaves the list.
          onBlur={({ currentTarget, relatedTarget }) => {
            if (currentTarget.contains(relatedTarget)) return;
            if (features.some((feature) => cleanLine(feature) === ''))
              afterPress(() => dispatch({ type: 'dropBlankFeature' }));
          }}
        >
          <ul className="b-entries" ref={list}>
            {features.map((feature, place) => (
              <li key={place} {...rowProps(place)}>
                <FeatureRow
                  {...{ feature, place }}
                  count={features.length}
                  onGrab={(event) => grab(place, event)}
                  onMove={(to) => move(place, to)}
                  onRemove={() => onRemove(place)}
                />
              </li>
            ))}
          </ul>
        </div>
      )}
      <p className="vh" role="status">
        {said}
      </p>
    </>
  );
}

export function FeaturesGroup() {
  const { config, dispatch } = useBuilder();
  const [typed, setTyped] = useState('');
  const [refused, setRefused] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const { features } = config;
  const length = lengthOf(cleanLine(typed));
  const problem = refused ? tooLong(length) : null;
  const errorId = `${idOf('features')}-new`;

  function add(event: FormEvent) {
    event.preventDefault();
    input.current?.focus();
    if (length === 0) return;
    if (features.length >= LIMITS.features)
      return toast({ title: `Maximum ${LIMITS.features} features reached` }, { destructive: true });
    setRefused(length > LIMITS.feature);
    if (length > LIMITS.feature) return;
    dispatch({ type: 'addFeature', feature: typed });
    setTyped('');
  }
  function remove(place: number) {
    dispatch({ type: 'removeFeature', place });
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
      <form className="b-add" onSubmit={add}>
        <input
          ref={input}
          className="in"
          id={idOf('features')}
          aria-label="New feature"
          aria-invalid={problem ? true : undefined}
          aria-describedby={problem ? errorId : undefined}
          dir="auto"
          maxLength={10_000}
          placeholder="Add a feature, press Enter"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        <Key type="submit">Add</Key>
        <span className="b-add-more">
          {problem && <ErrorLine id={errorId}>{problem}</ErrorLine>}
          <Counter length={length} limit={LIMITS.feature} />
        </span>
      </form>
      <FieldMore field="features" />
    </Group>
  );
}
