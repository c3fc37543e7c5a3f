import { useId, useRef, type ComponentProps, type ReactNode } from 'react';

import { hasBounds, hasChoices } from '#domain/custom-field-problems.ts';
import { FIELD_KINDS, FIELD_LIMITS, type CustomField, type FieldKind } from '#domain/custom-field.ts';
import { cleanLine, cleanText, lengthOf } from '#domain/text.ts';

import { Field } from '#app/ui/field.tsx';
import { Key } from '#app/ui/key.tsx';

import { useBuilder } from './builder-context.ts';
import { choicesFrom, KIND_NAMES, type FieldChange } from './field-entries.ts';
import { SwitchField } from './switch-field.tsx';
import { Counter } from './typed-field.tsx';
import { useEscape } from './use-escape.ts';

/** `typedKey` names the text being typed in, for undo grouping. */
export type ChangeField = (change: FieldChange, typed?: string) => void;
type PartProps = { field: CustomField; change: ChangeField };

/** Maximum input lengths, above the limits that validation reports. */
const MOST = { label: 1000, help: 2000, name: 200, choices: 20_000 } as const;

function LabelPart({ field, change }: PartProps) {
  const { label } = field;
  return (
    <Field
      label="Label"
      aside={<Counter length={lengthOf(cleanLine(label))} limit={FIELD_LIMITS.label} />}
      hint={field.kind === 'hidden' ? 'For you alone: on orders and in exports.' : undefined}
    >
      {(wiring) => (
        <input
          {...wiring}
          className="in"
          name="label"
          dir="auto"
          autoComplete="off"
          maxLength={MOST.label}
          autoFocus // oxlint-disable-line jsx-a11y/no-autofocus -- the form opens for typing
          onFocus={({ target }) => target.select()}
          value={label}
          onChange={({ target }) => change({ label: target.value }, 'label')}
        />
      )}
    </Field>
  );
}

const HelpPart = ({ field: { help }, change }: PartProps) => (
  <Field
    label="Help text"
    aside={
      help === '' ? (
        <span className="opt">optional</span>
      ) : (
        <Counter length={lengthOf(cleanText(help))} limit={FIELD_LIMITS.help} />
      )
    }
  >
    {(wiring) => (
      <textarea
        {...wiring}
        className="in"
        rows={2}
        dir="auto"
        maxLength={MOST.help}
        value={help}
        onChange={({ target }) => change({ help: target.value }, 'help')}
      />
    )}
  </Field>
);

const KindPart = ({ field: { kind }, change }: PartProps) => (
  <Field label="Kind">
    {(wiring) => (
      <select
        {...wiring}
        className="in"
        value={kind}
        onChange={({ target }) => {
          const picked = FIELD_KINDS.find((one) => one === target.value);
          if (picked) change({ kind: picked, min: '', max: '' });
        }}
      >
        {FIELD_KINDS.map((one) => (
          <option key={one} value={one}>
            {KIND_NAMES[one].name}
          </option>
        ))}
      </select>
    )}
  </Field>
);

function ChoicesPart({ field: { choices }, change }: PartProps) {
  const count = choices.filter((choice) => cleanLine(choice) !== '').length;
  return (
    <Field
      label="Choices"
      hint="One in each line."
      aside={<Counter length={count} limit={FIELD_LIMITS.choices} />}
    >
      {(wiring) => (
        <textarea
          {...wiring}
          className="in"
          rows={Math.min(Math.max(choices.length + 1, 3), 10)}
          dir="auto"
          maxLength={MOST.choices}
          value={choices.join('\n')}
          onChange={({ target }) => change({ choices: choicesFrom(target.value) }, 'choices')}
        />
      )}
    </Field>
  );
}

const BOUNDS: Partial<Record<FieldKind, [least: string, most: string]>> = {
  short: ['Least characters', 'Most characters'],
  long: ['Least characters', 'Most characters'],
  number: ['Smallest', 'Largest'],
  date: ['Not before', 'Not after'],
};

function BoundsPart({ field, change }: PartProps) {
  const { kind, min, max } = field;
  const labels = BOUNDS[kind];
  if (!labels) return null;
  const input: ComponentProps<'input'> =
    kind === 'date'
      ? { type: 'date' }
      : { inputMode: kind === 'number' ? 'text' : 'numeric', autoComplete: 'off', maxLength: 40 };
  const none = kind === 'short' || kind === 'long' ? String(FIELD_LIMITS[kind]) : undefined;
  return (
    <div className="row2">
      <Field label={labels[0]}>
        {({ id }) => (
          <input
            {...input}
            id={id}
            className="in num"
            placeholder={none && '0'}
            value={min}
            onChange={({ target }) => change({ min: target.value }, 'min')}
          />
        )}
      </Field>
      <Field label={labels[1]}>
        {({ id }) => (
          <input
            {...input}
            id={id}
            className="in num"
            placeholder={none}
            value={max}
            onChange={({ target }) => change({ max: target.value }, 'max')}
          />
        )}
      </Field>
    </div>
  );
}

/** Name of the answer in URLs: `?f.size=large`. */
function NamePart({ field: { name, kind }, change }: PartProps) {
  const { liveSlug } = useBuilder();
  const path = `/c/${liveSlug ?? 'your-page'}?f.${name || 'name'}=…`;
  return (
    <Field
      label="Name in links"
      hint={
        <>
          {kind === 'hidden' ? 'Filled by ' : 'A link can fill it in: '}
          <span className="receipt-type b-break">{path}</span>
        </>
      }
    >
      {(wiring) => (
        <div className="affix">
          <span aria-hidden="true">f.</span>
          <input
            {...wiring}
            className="in"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={MOST.name}
            value={name}
            onChange={({ target }) => change({ name: target.value.toLowerCase() }, 'name')}
          />
        </div>
      )}
    </Field>
  );
}

type Props = PartProps & { error: ReactNode; onDone: () => void };

/** Editor of one custom field. Every change applies immediately; Escape closes the editor and reverts nothing. */
export function FieldEditor({ field, change, error, onDone }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const id = useId();
  useEscape(box, onDone);
  const { kind, required } = field;
  const parts = { field, change };
  return (
    <div className="b-field-parts" ref={box} role="group" aria-label={`Field: ${field.label}`}>
      <LabelPart {...parts} />
      {kind !== 'hidden' && (
        <SwitchField
          id={`${id}-required`}
          label={kind === 'checkbox' ? 'Must be ticked' : 'Must be answered'}
          checked={required}
          onChange={(checked) => change({ required: checked })}
        />
      )}
      {hasChoices(kind) && <ChoicesPart {...parts} />}
      {hasBounds(kind) && <BoundsPart {...parts} />}
      {kind !== 'hidden' && <HelpPart {...parts} />}
      <div className="row2 b-top">
        <KindPart {...parts} />
        <NamePart {...parts} />
      </div>
      {error}
      <div className="b-ends">
        <Key onClick={onDone}>Done</Key>
      </div>
    </div>
  );
}
