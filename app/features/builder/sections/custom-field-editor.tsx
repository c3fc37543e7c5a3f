import { useId, useRef, type ComponentProps, type ReactNode } from 'react';

import { Button } from '#app/components/button.tsx';
import { Field } from '#app/components/field.tsx';
import { hasBounds, hasChoices } from '#domain/custom-field-validation.ts';
import { FIELD_KINDS, FIELD_LIMITS, type CustomField, type FieldKind } from '#domain/custom-field.ts';
import { cleanLine, cleanText, countCharacters } from '#domain/text.ts';

import { CharacterCount } from '../fields/builder-text-field.tsx';
import { SwitchField } from '../fields/switch-field.tsx';
import { useEscape } from '../fields/use-escape.ts';
import { useBuilder } from '../state/builder-context.ts';
import { parseChoices, KIND_NAMES, type FieldChange } from './custom-field-list.ts';

/** `typedKey` names the text being typed in, for undo grouping. */
export type ChangeField = (change: FieldChange, typedKey?: string) => void;
type EditorFieldProps = { field: CustomField; change: ChangeField };

/** Maximum input lengths, above the limits that validation reports. */
const MAX_INPUT_LENGTHS = { label: 1000, help: 2000, name: 200, choices: 20_000 } as const;

function LabelField({ field, change }: EditorFieldProps) {
  const { label } = field;
  return (
    <Field
      label="Label"
      aside={<CharacterCount length={countCharacters(cleanLine(label))} limit={FIELD_LIMITS.label} />}
      hint={field.kind === 'hidden' ? 'For you alone: on orders and in exports.' : undefined}
    >
      {(fieldProps) => (
        <input
          {...fieldProps}
          className="in"
          name="label"
          dir="auto"
          autoComplete="off"
          maxLength={MAX_INPUT_LENGTHS.label}
          autoFocus // oxlint-disable-line jsx-a11y/no-autofocus -- the form opens for typing
          onFocus={({ target }) => target.select()}
          value={label}
          onChange={({ target }) => change({ label: target.value }, 'label')}
        />
      )}
    </Field>
  );
}

const HelpTextField = ({ field: { help }, change }: EditorFieldProps) => (
  <Field
    label="Help text"
    aside={
      help === '' ? (
        <span className="opt">optional</span>
      ) : (
        <CharacterCount length={countCharacters(cleanText(help))} limit={FIELD_LIMITS.help} />
      )
    }
  >
    {(fieldProps) => (
      <textarea
        {...fieldProps}
        className="in"
        rows={2}
        dir="auto"
        maxLength={MAX_INPUT_LENGTHS.help}
        value={help}
        onChange={({ target }) => change({ help: target.value }, 'help')}
      />
    )}
  </Field>
);

const KindField = ({ field: { kind }, change }: EditorFieldProps) => (
  <Field label="Kind">
    {(fieldProps) => (
      <select
        {...fieldProps}
        className="in"
        value={kind}
        onChange={({ target }) => {
          const picked = FIELD_KINDS.find((value) => value === target.value);
          if (picked) change({ kind: picked, min: '', max: '' });
        }}
      >
        {FIELD_KINDS.map((value) => (
          <option key={value} value={value}>
            {KIND_NAMES[value].name}
          </option>
        ))}
      </select>
    )}
  </Field>
);

function ChoicesField({ field: { choices }, change }: EditorFieldProps) {
  const count = choices.filter((choice) => cleanLine(choice) !== '').length;
  return (
    <Field
      label="Choices"
      hint="One in each line."
      aside={<CharacterCount length={count} limit={FIELD_LIMITS.choices} />}
    >
      {(fieldProps) => (
        <textarea
          {...fieldProps}
          className="in"
          rows={Math.min(Math.max(choices.length + 1, 3), 10)}
          dir="auto"
          maxLength={MAX_INPUT_LENGTHS.choices}
          value={choices.join('\n')}
          onChange={({ target }) => change({ choices: parseChoices(target.value) }, 'choices')}
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

function BoundsFields({ field, change }: EditorFieldProps) {
  const { kind, min, max } = field;
  const labels = BOUNDS[kind];
  if (!labels) return null;
  const input: ComponentProps<'input'> =
    kind === 'date'
      ? { type: 'date' }
      : { inputMode: kind === 'number' ? 'text' : 'numeric', autoComplete: 'off', maxLength: 40 };
  const maxPlaceholder = kind === 'short' || kind === 'long' ? String(FIELD_LIMITS[kind]) : undefined;
  return (
    <div className="row2">
      <Field label={labels[0]}>
        {({ id }) => (
          <input
            {...input}
            id={id}
            className="in num"
            placeholder={maxPlaceholder && '0'}
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
            placeholder={maxPlaceholder}
            value={max}
            onChange={({ target }) => change({ max: target.value }, 'max')}
          />
        )}
      </Field>
    </div>
  );
}

/** Name of the answer in URLs: `?f.size=large`. */
function NameField({ field: { name, kind }, change }: EditorFieldProps) {
  const { liveSlug } = useBuilder();
  const examplePath = `/c/${liveSlug ?? 'your-page'}?f.${name || 'name'}=…`;
  return (
    <Field
      label="Name in links"
      hint={
        <>
          {kind === 'hidden' ? 'Filled by ' : 'A link can fill it in: '}
          <span className="receipt-text break-anywhere">{examplePath}</span>
        </>
      }
    >
      {(fieldProps) => (
        <div className="affix">
          <span aria-hidden="true">f.</span>
          <input
            {...fieldProps}
            className="in"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={MAX_INPUT_LENGTHS.name}
            value={name}
            onChange={({ target }) => change({ name: target.value.toLowerCase() }, 'name')}
          />
        </div>
      )}
    </Field>
  );
}

type Props = EditorFieldProps & { error: ReactNode; onDone: () => void };

/** Editor of one custom field. Every change applies immediately; Escape closes the editor and reverts nothing. */
export function FieldEditor({ field, change, error, onDone }: Props) {
  const containerRef = useRef<HTMLDivElement>(null);
  const id = useId();
  useEscape(containerRef, onDone);
  const { kind, required } = field;
  const editorProps = { field, change };
  return (
    <div className="custom-field-card__editor" ref={containerRef} role="group" aria-label={`Field: ${field.label}`}>
      <LabelField {...editorProps} />
      {kind !== 'hidden' && (
        <SwitchField
          id={`${id}-required`}
          label={kind === 'checkbox' ? 'Must be ticked' : 'Must be answered'}
          checked={required}
          onChange={(checked) => change({ required: checked })}
        />
      )}
      {hasChoices(kind) && <ChoicesField {...editorProps} />}
      {hasBounds(kind) && <BoundsFields {...editorProps} />}
      {kind !== 'hidden' && <HelpTextField {...editorProps} />}
      <div className="row2 align-start">
        <KindField {...editorProps} />
        <NameField {...editorProps} />
      </div>
      {error}
      <div className="form-actions">
        <Button onClick={onDone}>Done</Button>
      </div>
    </div>
  );
}
