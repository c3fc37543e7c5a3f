import { useId, useRef, type ComponentProps, type ReactNode } from 'react';

import { Button } from '#app/components/button.tsx';
import { Field } from '#app/components/field.tsx';
import { Select } from '#app/components/select.tsx';
import { builderSectionMessages } from '#content/messages/builder-sections.ts';
import { hasBounds, hasChoices } from '#domain/custom-field-validation.ts';
import { FIELD_KINDS, FIELD_LIMITS, type CustomField, type FieldKind } from '#domain/custom-field.ts';
import { cleanLine } from '#domain/text.ts';

import { CharacterCount, FormTextField, TextControl } from '../fields/builder-text-field.tsx';
import { SwitchField } from '../fields/switch-field.tsx';
import { useEscape } from '../fields/use-escape.ts';
import { useBuilder } from '../state/builder-context.ts';
import { parseChoices, type ChangeField } from './custom-field-changes.ts';

const fieldMessages = builderSectionMessages.customFields;
const messages = fieldMessages.editor;

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
