import { X } from 'lucide-react';
import { useRef, useState, type FormEvent } from 'react';

import { LIMITS } from '#domain/checkout-page.ts';

import { Key } from '#app/ui/key.tsx';
import { toast } from '#app/ui/toast.tsx';

import { useBuilder } from './builder-context.ts';
import { ErrorLine, FieldMore, Group, idOf } from './builder-field.tsx';

function FeatureRow({ feature, place, onRemove }: { feature: string; place: number; onRemove: () => void }) {
  const field = `features.${place}`;
  const problem = useBuilder().problemOf(field);
  return (
    <li>
      <div className="b-entry">
        <span dir="auto">{feature}</span>
        <Key
          kind="bare"
          size="sm"
          className="icon"
          id={idOf(field)}
          aria-label={`Remove: ${feature}`}
          aria-describedby={problem ? `${idOf(field)}-more` : undefined}
          onClick={onRemove}
        >
          <X className="i" aria-hidden="true" />
        </Key>
      </div>
      {problem && <ErrorLine id={`${idOf(field)}-more`}>{problem}</ErrorLine>}
    </li>
  );
}

export function FeaturesGroup() {
  const { config, dispatch } = useBuilder();
  const [typed, setTyped] = useState('');
  const input = useRef<HTMLInputElement>(null);
  const { features } = config;

  function add(event: FormEvent) {
    event.preventDefault();
    input.current?.focus();
    if (typed.trim() === '') return;
    if (features.length >= LIMITS.features) {
      toast({ title: `Maximum ${LIMITS.features} features reached` }, { destructive: true });
      return;
    }
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
      {features.length > 0 && (
        <ul className="b-entries">
          {features.map((feature, place) => (
            <FeatureRow
              key={`${place} ${feature}`}
              feature={feature}
              place={place}
              onRemove={() => remove(place)}
            />
          ))}
        </ul>
      )}
      <form className="b-add" onSubmit={add}>
        <input
          ref={input}
          className="in"
          id={idOf('features')}
          aria-label="New feature"
          placeholder="Add a feature, press Enter"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        <Key type="submit">Add</Key>
      </form>
      <FieldMore field="features" />
    </Group>
  );
}
