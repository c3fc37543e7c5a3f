import { useId, useRef, type ComponentProps, type ReactNode } from 'react';

import { Button } from '#app/components/button.tsx';
import { Field } from '#app/components/field.tsx';
import { Select } from '#app/components/select.tsx';
import { builderSectionMessages } from '#content/messages/builder-sections.ts';
import { deriveFieldName, hasBounds, hasChoices } from '#domain/custom-field-validation.ts';
import { FIELD_KINDS, FIELD_LIMITS, type CustomField, type FieldKind } from '#domain/custom-field.ts';
import { cleanLine } from '#domain/text.ts';

import { CharacterCount, FormTextField, TextControl } from '../fields/builder-text-field.tsx';
import { SwitchField } from '../fields/switch-field.tsx';
import { useEscape } from '../fields/use-escape.ts';
import { useBuilder } from '../state/builder-context.ts';

const fieldMessages = builderSectionMessages.customFields;
const messages = fieldMessages.editor;

type Fields = CustomField[];

const getUsedNames = (fields: readonly CustomField[], exceptId?: string): Set<string> =>
  new Set(fields.filter(({ id }) => id !== exceptId).map(({ name }) => name));

/** Creates a complete custom field, so that the preview shows it immediately. */
export function createField(kind: FieldKind, fields: readonly CustomField[]): CustomField {
  const label = fieldMessages.defaultLabels[kind];
  return {
    id: crypto.randomUUID(),
    kind,
    name: deriveFieldName(label, getUsedNames(fields)),
    label,
    help: '',
    required: false,
    choices: hasChoices(kind) ? fieldMessages.defaultChoices : [],
    min: '',
    max: '',
  };
}

export type FieldChange = Partial<Omit<CustomField, 'id'>>;

/**
 * Returns the fields after a change of one. The name of a new field follows its label until it is edited; after that it
 * stays, because links may use it. A kind with choices gets default ones.
 */
export function updateField(fields: Fields, id: string, change: FieldChange, isNew: boolean): Fields {
  return fields.map((field) => {
    if (field.id !== id) return field;
    const next = { ...field, ...change };
    const otherNames = getUsedNames(fields, id);
    const followsLabel = isNew && field.name === deriveFieldName(field.label, otherNames);
    return {
      ...next,
      name: change.name ?? (followsLabel ? deriveFieldName(next.label, otherNames) : field.name),
      choices:
        hasChoices(next.kind) && next.choices.length === 0 && !change.choices
          ? fieldMessages.defaultChoices
          : next.choices,
    };
  });
}

/** Maximum number of choice lines in a draft. */
const MAX_CHOICE_LINES = 100;

/** Splits text into one choice per line; blank lines are removed when the page is published. */
export const parseChoices = (text: string): string[] => text.split('\n').slice(0, MAX_CHOICE_LINES);

/** `typedKey` names the text being typed in, for undo grouping. */
export type ChangeField = (change: FieldChange, typedKey?: string) => void;
type EditorFieldProps = { field: CustomField; change: ChangeField };

/** Maximum input lengths, above the limits that validation reports. */
const MAX_INPUT_LENGTHS = { label: 1000, help: 2000, name: 200, choices: 20_000 } as const;

function ChoicesField({ field: { choices }, change }: EditorFieldProps) {
  const count = choices.filter((choice) => cleanLine(choice) !== '').length;
  return (
    <Field
      label={messages.choices.label}
      hint={messages.choices.hint}
      aside={<CharacterCount length={count} limit={FIELD_LIMITS.choices} />}
    >
      {(fieldProps) => (
        <TextControl
          {...fieldProps}
          rows={Math.min(Math.max(choices.length + 1, 3), 10)}
          maxLength={MAX_INPUT_LENGTHS.choices}
          value={choices.join('\n')}
          onValueChange={(text) => change({ choices: parseChoices(text) }, 'choices')}
        />
      )}
    </Field>
  );
}

const BOUNDS: Partial<Record<FieldKind, { min: string; max: string }>> = {
  short: messages.bounds.length,
  long: messages.bounds.length,
  number: messages.bounds.number,
  date: messages.bounds.date,
};

function BoundsFields({ field, change }: EditorFieldProps) {
  const { kind } = field;
  const labels = BOUNDS[kind];
  if (!labels) return null;
  const input: ComponentProps<'input'> =
    kind === 'date'
      ? { type: 'date' }
      : { inputMode: kind === 'number' ? 'text' : 'numeric', autoComplete: 'off', maxLength: 40 };
  const maxPlaceholder = kind === 'short' || kind === 'long' ? String(FIELD_LIMITS[kind]) : undefined;
  const placeholders = maxPlaceholder ? { min: '0', max: maxPlaceholder } : {};
  return (
    <div className="row2">
      {(['min', 'max'] as const).map((bound) => (
        <FormTextField
          key={bound}
          label={labels[bound]}
          {...input}
          className="in num"
          placeholder={placeholders[bound]}
          value={field[bound]}
          onValueChange={(text) => change({ [bound]: text }, bound)}
        />
      ))}
    </div>
  );
}

/** Example of a link that fills in the answer. */
function LinkHint({ name, kind }: CustomField) {
  const { liveSlug } = useBuilder();
  return (
    <>
      {kind === 'hidden' ? messages.filledFromLink : messages.prefillFromLink}{' '}
      <span className="receipt-text break-anywhere">
        {`/c/${liveSlug ?? messages.samplePage}?f.${name || messages.sampleName}=…`}
      </span>
    </>
  );
}

const KIND_OPTIONS = FIELD_KINDS.map((value) => ({ value, label: fieldMessages.kinds[value] }));

type Props = EditorFieldProps & { error: ReactNode; onDone: () => void };

/** Editor of one custom field. Every change applies immediately; Escape closes the editor and reverts nothing. */
export function FieldEditor({ field, change, error, onDone }: Props) {
  const containerRef = useRef<HTMLDivElement>(null);
  const id = useId();
  useEscape(containerRef, onDone);
  const { kind, required, label, help, name } = field;
  return (
    <div className="custom-field-card__editor" ref={containerRef} role="group" aria-label={messages.title({ label })}>
      <FormTextField
        label={messages.label}
        name="label"
        limit={FIELD_LIMITS.label}
        hint={kind === 'hidden' ? messages.hiddenHint : undefined}
        autoComplete="off"
        maxLength={MAX_INPUT_LENGTHS.label}
        autoFocus // oxlint-disable-line jsx-a11y/no-autofocus -- the form opens for typing
        onFocus={({ target }) => target.select()}
        value={label}
        onValueChange={(text) => change({ label: text }, 'label')}
      />
      {kind !== 'hidden' && (
        <SwitchField
          id={`${id}-required`}
          label={messages.required}
          checked={required}
          onChange={(checked) => change({ required: checked })}
        />
      )}
      {hasChoices(kind) && <ChoicesField {...{ field, change }} />}
      {hasBounds(kind) && <BoundsFields {...{ field, change }} />}
      {kind !== 'hidden' && (
        <FormTextField
          label={messages.helpText}
          rows={2}
          optional
          limit={FIELD_LIMITS.help}
          maxLength={MAX_INPUT_LENGTHS.help}
          value={help}
          onValueChange={(text) => change({ help: text }, 'help')}
        />
      )}
      <div className="row2 align-start">
        <Select
          label={messages.kind}
          value={kind}
          options={KIND_OPTIONS}
          onChange={(picked) => change({ kind: picked, min: '', max: '' })}
        />
        <FormTextField
          label={messages.name}
          hint={<LinkHint {...field} />}
          prefix="f."
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={MAX_INPUT_LENGTHS.name}
          value={name}
          onValueChange={(text) => change({ name: text.toLowerCase() }, 'name')}
        />
      </div>
      {error}
      <div className="form-actions">
        <Button onClick={onDone}>{messages.done}</Button>
      </div>
    </div>
  );
}
