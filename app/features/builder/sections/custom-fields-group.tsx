import {
  Check,
  PencilLine,
  Plus,
  X,
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
import { MAX_CUSTOM_FIELDS, type CustomField, type FieldKind, FIELD_KINDS } from '#domain/custom-field.ts';

import { FieldErrorMessage, FieldHelp, Group, getFieldId } from '../fields/builder-field.tsx';
import { DragHandle, IconButton, MoveButtons } from '../fields/row-buttons.tsx';
import { useEscape } from '../fields/use-escape.ts';
import { useReorder } from '../fields/use-reorder.ts';
import { useBuilder } from '../state/builder-context.ts';
import { getMoveAnnouncement } from '../state/reorder.ts';
import { FieldEditor, type ChangeField } from './custom-field-editor.tsx';
import { updateField, KIND_NAMES, moveField, createField } from './custom-field-list.ts';

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

/** Selects the kind of a new custom field. */
function KindPicker({ onPick, onCancel }: KindPickerProps) {
  const containerRef = useRef<HTMLDivElement>(null);
  useEscape(containerRef, onCancel);
  return (
    <div className="inset-form" ref={containerRef} role="group" aria-label="What do you want to ask for?">
      <b className="small text-strong">What do you want to ask for?</b>
      <div className="field-kind-picker">
        {FIELD_KINDS.map((kind, index) => {
          const Icon = KIND_ICONS[kind];
          return (
            <button
              key={kind}
              type="button"
              className="key sm"
              autoFocus={index === 0} // oxlint-disable-line jsx-a11y/no-autofocus -- the picker opens for a choice
              onClick={() => onPick(kind)}
            >
              <Icon className="i" aria-hidden="true" />
              {KIND_NAMES[kind].name}
            </button>
          );
        })}
      </div>
      <div className="form-actions">
        <Button variant="bare" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </div>
  );
}

const focusById = (id: string) => requestAnimationFrame(() => document.getElementById(id)?.focus());
const getRowId = (index: number): string => getFieldId(`customFields.${index}`);

type RowProps = {
  field: CustomField;
  index: number;
  count: number;
  open: boolean;
  change: ChangeField;
  onGrab: (event: React.PointerEvent<HTMLElement>) => void;
  onMove: (to: number) => void;
  onOpen: (open: boolean) => void;
  onRemove: () => void;
};

function RowHead({ field, index, count, open, onGrab, onMove, onOpen, onRemove }: RowProps) {
  const { getFieldError } = useBuilder();
  const id = getRowId(index);
  const { kind, required } = field;
  const itemName = field.label.trim() || 'Field without a label';
  const Icon = KIND_ICONS[kind];
  return (
    <div className="custom-field-card__header">
      <DragHandle onPointerDown={onGrab} />
      <span className="custom-field-card__name">
        <Icon className="i" aria-hidden="true" />
        <span dir="auto">{itemName}</span>
        <span className="faint">
          {KIND_NAMES[kind].name}
          {required && kind !== 'hidden' && ', required'}
        </span>
      </span>
      <span className="row-buttons">
        <MoveButtons
          {...{ id, index, count, itemName }}
          onMove={(to, direction) => {
            onMove(to);
            focusById(`${getRowId(to)}-${direction}`);
          }}
        />
        <IconButton
          id={id}
          label={open ? `Done: ${itemName}` : `Edit: ${itemName}`}
          Icon={open ? Check : PencilLine}
          aria-expanded={open}
          aria-describedby={getFieldError(`customFields.${index}`) ? `${id}-more` : undefined}
          onClick={() => onOpen(!open)}
        />
        <IconButton label={`Remove: ${itemName}`} Icon={X} onClick={onRemove} />
      </span>
    </div>
  );
}

function FieldRow(props: RowProps) {
  const { field, index, open, change, onOpen } = props;
  const fieldError = useBuilder().getFieldError(`customFields.${index}`);
  const error = fieldError && <FieldErrorMessage id={`${getRowId(index)}-more`}>{fieldError}</FieldErrorMessage>;
  return (
    <>
      <div className="custom-field-card" data-invalid={fieldError !== null} data-open={open}>
        <RowHead {...props} />
        {open && (
          <FieldEditor
            {...{ field, change, error }}
            onDone={() => {
              onOpen(false);
              focusById(getRowId(index));
            }}
          />
        )}
      </div>
      {!open && error}
    </>
  );
}

type ListProps = {
  open: string | null;
  onOpen: (id: string | null) => void;
  change: (id: string, ...change: Parameters<ChangeField>) => void;
  onRemove: (index: number) => void;
};

function FieldList({ open, onOpen, change, onRemove }: ListProps) {
  const { config, patch } = useBuilder();
  const { customFields } = config;
  const [liveMessage, setLiveMessage] = useState('');
  const list = useRef<HTMLUListElement>(null);
  const move = (from: number, to: number) => {
    patch({ customFields: moveField(customFields, from, to) });
    setLiveMessage(getMoveAnnouncement(to, customFields.length));
  };
  const { startDrag, getRowProps } = useReorder(list, customFields, move);
  return (
    <>
      {customFields.length > 0 && (
        <ul className="entry-list" ref={list}>
          {customFields.map((field, index) => (
            <li key={field.id} {...getRowProps(index)}>
              <FieldRow
                {...{ field, index }}
                count={customFields.length}
                open={open === field.id}
                change={(...changes) => change(field.id, ...changes)}
                onGrab={(event) => startDrag(index, event)}
                onMove={(to) => move(index, to)}
                onOpen={(isOpen) => onOpen(isOpen ? field.id : null)}
                onRemove={() => onRemove(index)}
              />
            </li>
          ))}
        </ul>
      )}
      <p className="vh" role="status">
        {liveMessage}
      </p>
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
  const addButtonId = getFieldId('customFields');

  function startPicking() {
    if (customFields.length >= MAX_CUSTOM_FIELDS)
      toast({ title: `You can only add up to ${MAX_CUSTOM_FIELDS} custom fields` }, { destructive: true });
    else setPicking(true);
  }
  function close() {
    setPicking(false);
    focusById(addButtonId);
  }
  function add(kind: FieldKind) {
    const field = createField(kind, customFields);
    patch({ customFields: [...customFields, field] });
    setNewIds((before) => new Set(before).add(field.id));
    setPicking(false);
    setOpen(field.id);
  }
  function remove(removedIndex: number) {
    patch({ customFields: customFields.filter((_, index) => index !== removedIndex) });
    close();
  }
  const change: ListProps['change'] = (id, changes, typedKey) =>
    patch(
      { customFields: updateField(customFields, id, changes, newIds.has(id)) },
      typedKey && `customFields.${id}.${typedKey}`,
    );

  return (
    <Group
      title="Custom fields"
      aside={
        <span className="hint num" role="status">
          {customFields.length} of {MAX_CUSTOM_FIELDS}
        </span>
      }
    >
      {customFields.length === 0 && (
        <p className="hint">
          Ask what you need to know: a size, a date, a company’s name. Answers stand on the order, in your mail and in
          exports.
        </p>
      )}
      <FieldList {...{ open, change }} onOpen={setOpen} onRemove={remove} />
      <FieldHelp field="customFields" />
      {picking ? (
        <KindPicker onPick={add} onCancel={close} />
      ) : (
        <button type="button" className="key justify-start" id={addButtonId} onClick={startPicking}>
          <Plus className="i" aria-hidden="true" />
          Add a field
        </button>
      )}
    </Group>
  );
}
