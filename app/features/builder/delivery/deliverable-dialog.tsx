import { useState } from 'react';

import { CopyButton } from '#app/components/copy-button.tsx';
import { FormDialog } from '#app/components/dialog.tsx';
import { FormError } from '#app/components/field.tsx';
import { Select } from '#app/components/select.tsx';
import { callRpc } from '#app/lib/rpc/call-rpc.ts';
import { useAction } from '#app/lib/rpc/use-rpc-mutation.ts';
import { builderDeliveryMessages } from '#content/messages/builder-delivery.ts';
import { DELIVERABLE_LIMITS, type Deliverable, type DeliverableKind } from '#domain/deliverable.ts';

import { FormTextField } from '../fields/builder-text-field.tsx';
import { CountField } from '../fields/count-field.tsx';
import { SegmentedControl } from '../fields/segmented-control.tsx';
import { SwitchField } from '../fields/switch-field.tsx';
import { useBuilder } from '../state/builder-context.ts';
import {
  createValues,
  toSettings,
  validateValues,
  type DeliverableErrors,
  type DeliverableValues,
} from './deliverable-form.ts';
import { getKeyExample } from './key-example.ts';

const messages = builderDeliveryMessages.form;

type FieldsProps = {
  values: DeliverableValues;
  errors: DeliverableErrors;
  change: (changes: Partial<DeliverableValues>) => void;
};

function FileFields({ values, errors, change }: FieldsProps) {
  return (
    <>
      <CountField
        label={messages.maxDownloads}
        hint={messages.maxDownloadsHint}
        error={errors.maxDownloads}
        placeholder={messages.noLimit}
        maxDigits={4}
        count={values.maxDownloads}
        onCountChange={(maxDownloads) => change({ maxDownloads })}
      />
      <CountField
        label={messages.confirmAfterDays}
        hint={messages.confirmAfterDaysHint}
        error={errors.confirmAfterDays}
        maxDigits={4}
        count={values.confirmAfterDays}
        onCountChange={(confirmAfterDays) => change({ confirmAfterDays })}
      />
    </>
  );
}

const SOURCES = [
  { value: 'generated', label: messages.source.generated },
  { value: 'list', label: messages.source.list },
] as const;

function KeyFields({ values, errors, change }: FieldsProps) {
  return (
    <>
      <SegmentedControl
        legend={messages.source.label}
        name="key-source"
        options={SOURCES}
        value={values.source}
        onChange={(source) => change({ source })}
      />
      {values.source === 'generated' ? (
        <FormTextField
          label={messages.prefix}
          hint={messages.prefixHint({ example: getKeyExample(values.prefix.trim()) })}
          error={errors.prefix}
          optional
          maxLength={20}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          value={values.prefix}
          onValueChange={(prefix) => change({ prefix: prefix.toUpperCase() })}
        />
      ) : (
        <p className="hint">{messages.listHint}</p>
      )}
      <CountField
        label={messages.maxActivations}
        hint={messages.maxActivationsHint}
        error={errors.maxActivations}
        placeholder={messages.noLimit}
        maxDigits={5}
        count={values.maxActivations}
        onCountChange={(maxActivations) => change({ maxActivations })}
      />
    </>
  );
}

function LinkFields({ values, errors, change }: FieldsProps) {
  return (
    <>
      <FormTextField
        label={messages.url}
        hint={messages.urlHint}
        error={errors.url}
        type="url"
        inputMode="url"
        placeholder="https://"
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
        dir="ltr"
        value={values.url}
        onValueChange={(url) => change({ url })}
      />
      <SwitchField
        id="deliverable-signed"
        label={messages.signed}
        hint={messages.signedHint}
        checked={values.signed}
        onChange={(signed) => change({ signed })}
      />
    </>
  );
}

const TextFields = ({ values, errors, change }: FieldsProps) => (
  <FormTextField
    label={messages.text}
    hint={messages.textHint}
    error={errors.text}
    rows={8}
    limit={DELIVERABLE_LIMITS.text}
    value={values.text}
    onValueChange={(text) => change({ text })}
  />
);

const KIND_FIELDS = { file: FileFields, keys: KeyFields, link: LinkFields, text: TextFields } as const;

const VALIDITIES = [
  { value: 'forever', label: messages.validity.forever },
  { value: 'subscription', label: messages.validity.subscription },
  { value: 'days', label: messages.validity.days },
] as const;

const ValidityFields = ({ values, errors, change }: FieldsProps) => (
  <>
    <Select
      label={messages.validity.label}
      hint={values.validity === 'subscription' ? messages.subscriptionHint : undefined}
      options={VALIDITIES}
      value={values.validity}
      onChange={(validity) => change({ validity })}
    />
    {values.validity === 'days' && (
      <CountField
        label={messages.validDays}
        error={errors.validDays}
        maxDigits={5}
        count={values.validDays}
        onCountChange={(validDays) => change({ validDays })}
      />
    )}
  </>
);

/** The ID by which programs name a deliverable in the API. */
const IdField = ({ id }: { id: string }) => (
  <div className="field">
    <span className="lab">{messages.id}</span>
    <div className="copy">
      <span>{id}</span>
      <CopyButton text={id} />
    </div>
    <p className="hint">{messages.idHint}</p>
  </div>
);

type DeliverableDialogProps = {
  kind: DeliverableKind;
  /** Null: creates a new one. */
  deliverable: Deliverable | null;
  onDone: (deliverable: Deliverable) => void;
  onClose: () => void;
};

/** Saves the values of the form as a new deliverable of the page, or as the settings of an existing one. */
function useSave({ kind, deliverable, onDone }: DeliverableDialogProps) {
  const { savePage } = useBuilder().delivery;
  return useAction(
    async (values: DeliverableValues) => {
      const content = { name: values.name, settings: toSettings(kind, values) };
      const saved = deliverable
        ? await callRpc('update-deliverable', { deliverableId: deliverable.id, ...content })
        : await callRpc('create-deliverable', { pageId: await savePage(), ...content });
      return saved.deliverable;
    },
    { onSuccess: onDone },
  );
}

/** Name and settings of a new or an existing deliverable. */
export function DeliverableDialog(props: DeliverableDialogProps) {
  const { kind, deliverable, onClose } = props;
  const [values, setValues] = useState(() => createValues(kind, deliverable));
  const [errors, setErrors] = useState<DeliverableErrors>({});
  const { busy, error, clear, run } = useSave(props);
  const KindFields = KIND_FIELDS[kind];
  const change = (changes: Partial<DeliverableValues>) => {
    setValues((before) => ({ ...before, ...changes }));
    setErrors((before) => Object.fromEntries(Object.entries(before).filter(([field]) => !(field in changes))));
  };
  function submit() {
    const found = validateValues(kind, values);
    setErrors(found);
    if (Object.keys(found).length === 0) return void run(values);
    requestAnimationFrame(() => document.querySelector<HTMLElement>('[role="dialog"] [aria-invalid="true"]')?.focus());
  }
  const fieldProps = { values, errors, change };
  return (
    <FormDialog
      title={deliverable ? messages.editTitle({ name: deliverable.name }) : messages.newTitles[kind]}
      description={deliverable && messages.editDescription}
      submitLabel={deliverable ? messages.save : messages.add}
      busyLabel={busy && (deliverable ? messages.saving : messages.adding)}
      onSubmit={submit}
      onInput={clear}
      onClose={onClose}
    >
      <FormError>{error}</FormError>
      <FormTextField
        label={messages.name}
        hint={messages.nameHint}
        error={errors.name}
        limit={DELIVERABLE_LIMITS.name}
        maxLength={500}
        autoComplete="off"
        value={values.name}
        onValueChange={(name) => change({ name })}
      />
      <KindFields {...fieldProps} />
      <ValidityFields {...fieldProps} />
      {deliverable && <IdField id={deliverable.id} />}
    </FormDialog>
  );
}
