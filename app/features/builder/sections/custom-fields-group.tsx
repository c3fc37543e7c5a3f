import {
  Check,
  PencilLine,
  Plus,
  AlignLeft,
  AtSign,
  Calendar,
  ChevronsUpDown,
  CircleDot,
  EyeOff,
  Hash,
  Link,
  Phone,
  SquareCheck,
  Type,
  type LucideIcon,
} from 'lucide-react';
import { useRef, useState } from 'react';

import { Button } from '#app/components/button.tsx';
import { toast } from '#app/components/toast.tsx';
import { builderFieldMessages } from '#content/messages/builder-fields.ts';
import { builderSectionMessages } from '#content/messages/builder-sections.ts';
import { MAX_CUSTOM_FIELDS, type CustomField, type FieldKind, FIELD_KINDS } from '#domain/custom-field.ts';

import { EntryCount, FieldHelp, focusControl, Group, getFieldId, useFieldState } from '../fields/builder-field.tsx';
import { IconButton } from '../fields/icon-button.tsx';
import { DragHandle, RowButtons, SortableList, type SortableRow } from '../fields/sortable-list.tsx';
import { useEscape } from '../fields/use-escape.ts';
import { useBuilder } from '../state/builder-context.ts';
import { createField, updateField, type ChangeField, type FieldChange } from './custom-field-changes.ts';
import { useLazyForm } from './lazy-form.ts';

const messages = builderSectionMessages.customFields;
const { list } = builderFieldMessages;

const KIND_ICONS: Record<FieldKind, LucideIcon> = {
  short: Type,
  long: AlignLeft,
  email: AtSign,
  phone: Phone,
  url: Link,
  number: Hash,
  date: Calendar,
  select: ChevronsUpDown,
  radio: CircleDot,
  checkbox: SquareCheck,
  hidden: EyeOff,
};

type KindPickerProps = { onPick: (kind: FieldKind) => void; onCancel: () => void };

function KindPicker({ onPick, onCancel }: KindPickerProps) {
  const containerRef = useRef<HTMLDivElement>(null);
  useEscape(containerRef, onCancel);
  return (
    <div className="inset-form" ref={containerRef} role="group" aria-label={messages.kindPicker.title}>
      <b className="small text-strong">{messages.kindPicker.title}</b>
      <div className="field-kind-picker">
        {FIELD_KINDS.map((kind, index) => (
          <Button
            key={kind}
            Icon={KIND_ICONS[kind]}
            size="sm"
            autoFocus={index === 0} // oxlint-disable-line jsx-a11y/no-autofocus -- the picker opens for a choice
            onClick={() => onPick(kind)}
          >
            {messages.kinds[kind]}
          </Button>
        ))}
      </div>
      <div className="form-actions">
        <Button variant="bare" onClick={onCancel}>
          {messages.kindPicker.cancel}
        </Button>
      </div>
    </div>
  );
}

type RowProps = {
  field: CustomField;
  row: SortableRow;
  open: boolean;
  change: ChangeField;
  onOpen: (open: boolean) => void;
};

function FieldRow({ field, row, open, change, onOpen }: RowProps) {
  const { id, error: fieldError } = useFieldState(row.field);
  const error = <FieldHelp field={row.field} />;
  const { kind, required } = field;
  const itemName = field.label.trim() || messages.row.unnamed;
  const Icon = KIND_ICONS[kind];
  const lazy = useLazyForm(open);
  return (
    <>
      <div className="custom-field-card" data-invalid={fieldError !== null} data-open={open}>
        <div className="custom-field-card__header">
          <DragHandle row={row} />
          <span className="custom-field-card__name">
            <Icon className="i" aria-hidden="true" />
            <span dir="auto">{itemName}</span>
            <span className="faint">
              {required && kind !== 'hidden'
                ? messages.row.required({ kind: messages.kinds[kind] })
                : messages.kinds[kind]}
            </span>
          </span>
          <RowButtons {...{ row, itemName }}>
            <IconButton
              id={id}
              label={open ? list.done({ item: itemName }) : list.edit({ item: itemName })}
              Icon={open ? Check : PencilLine}
              aria-expanded={open}
              aria-describedby={fieldError ? `${id}-more` : undefined}
              onClick={() => onOpen(!open)}
            />
          </RowButtons>
        </div>
        {lazy && (
          <lazy.FieldEditor
            {...{ field, change, error }}
            onDone={() => {
              onOpen(false);
              focusControl(row.field);
            }}
          />
        )}
      </div>
      {!open && error}
    </>
  );
}

/** The custom fields that buyers fill in on the page. */
export function CustomFieldsGroup() {
  const { config, patch } = useBuilder();
  const { customFields } = config;
  const [open, setOpen] = useState<string | null>(null);
  const [picking, setPicking] = useState(false);
  /** Ids of fields added since the page was opened: no link uses their names yet. */
  const [newIds, setNewIds] = useState<ReadonlySet<string>>(new Set());

  function startPicking() {
    if (customFields.length >= MAX_CUSTOM_FIELDS)
      toast({ title: messages.limitReached({ max: MAX_CUSTOM_FIELDS }) }, { destructive: true });
    else setPicking(true);
  }
  function close() {
    setPicking(false);
    focusControl('customFields');
  }
  function add(kind: FieldKind) {
    const field = createField(kind, customFields);
    patch({ customFields: [...customFields, field] });
    setNewIds((before) => new Set(before).add(field.id));
    setPicking(false);
    setOpen(field.id);
  }
  const change = (id: string, changes: FieldChange, typedKey?: string) =>
    patch(
      { customFields: updateField(customFields, id, changes, newIds.has(id)) },
      typedKey && `customFields.${id}.${typedKey}`,
    );

  return (
    <Group title={messages.title} aside={<EntryCount count={customFields.length} max={MAX_CUSTOM_FIELDS} />}>
      {customFields.length === 0 && <p className="hint">{messages.empty}</p>}
      <SortableList
        field="customFields"
        items={customFields}
        getKey={({ id }) => id}
        onChange={(changed) => patch({ customFields: changed })}
        onRemoved={close}
      >
        {(field, row) => (
          <FieldRow
            {...{ field, row }}
            open={open === field.id}
            change={(...changes) => change(field.id, ...changes)}
            onOpen={(isOpen) => setOpen(isOpen ? field.id : null)}
          />
        )}
      </SortableList>
      <FieldHelp field="customFields" />
      {picking ? (
        <KindPicker onPick={add} onCancel={close} />
      ) : (
        <Button Icon={Plus} className="justify-start" id={getFieldId('customFields')} onClick={startPicking}>
          {messages.add}
        </Button>
      )}
    </Group>
  );
}
