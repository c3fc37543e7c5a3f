import { Check, PencilLine, Plus, X } from 'lucide-react';
import { useRef, useState } from 'react';

import { MAX_CUSTOM_FIELDS, type CustomField, type FieldKind } from '#domain/custom-field.ts';

import { toast } from '#app/ui/toast.tsx';

import { useBuilder } from './builder-context.ts';
import { ErrorLine, FieldMore, Group, idOf } from './builder-field.tsx';
import { FieldEditor, type ChangeField } from './field-editor.tsx';
import { changedFields, KIND_NAMES, movedFields, newField } from './field-entries.ts';
import { KIND_ICONS } from './kind-icon.ts';
import { KindPicker } from './kind-picker.tsx';
import { movedWords } from './reorder.ts';
import { Grip, IconKey, MoveKeys } from './row-keys.tsx';
import { useReorder } from './use-reorder.ts';

const focusOn = (id: string) => requestAnimationFrame(() => document.getElementById(id)?.focus());
const placeId = (place: number): string => idOf(`customFields.${place}`);

type RowProps = {
  field: CustomField;
  place: number;
  count: number;
  open: boolean;
  change: ChangeField;
  onGrab: (event: React.PointerEvent<HTMLElement>) => void;
  onMove: (to: number) => void;
  onOpen: (open: boolean) => void;
  onRemove: () => void;
};

function RowHead({ field, place, count, open, onGrab, onMove, onOpen, onRemove }: RowProps) {
  const { problemOf } = useBuilder();
  const id = placeId(place);
  const { kind, required } = field;
  const what = field.label.trim() || 'Field without a label';
  const Icon = KIND_ICONS[kind];
  return (
    <div className="b-field-head">
      <Grip onPointerDown={onGrab} />
      <span className="b-field-name">
        <Icon className="i" aria-hidden="true" />
        <span dir="auto">{what}</span>
        <span className="faint">
          {KIND_NAMES[kind].name}
          {required && kind !== 'hidden' && ', required'}
        </span>
      </span>
      <span className="b-row-keys">
        <MoveKeys
          {...{ id, place, count, what }}
          onMove={(to, way) => {
            onMove(to);
            focusOn(`${placeId(to)}-${way}`);
          }}
        />
        <IconKey
          id={id}
          label={open ? `Done: ${what}` : `Edit: ${what}`}
          Icon={open ? Check : PencilLine}
          aria-expanded={open}
          aria-describedby={problemOf(`customFields.${place}`) ? `${id}-more` : undefined}
          onClick={() => onOpen(!open)}
        />
        <IconKey label={`Remove: ${what}`} Icon={X} onClick={onRemove} />
      </span>
    </div>
  );
}

function FieldRow(props: RowProps) {
  const { field, place, open, change, onOpen } = props;
  const problem = useBuilder().problemOf(`customFields.${place}`);
  const error = problem && <ErrorLine id={`${placeId(place)}-more`}>{problem}</ErrorLine>;
  return (
    <>
      <div className="b-field" data-invalid={problem !== null} data-open={open}>
        <RowHead {...props} />
        {open && (
          <FieldEditor
            {...{ field, change, error }}
            onDone={() => {
              onOpen(false);
              focusOn(placeId(place));
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
  onRemove: (place: number) => void;
};

function FieldList({ open, onOpen, change, onRemove }: ListProps) {
  const { config, patch } = useBuilder();
  const { customFields } = config;
  const [said, setSaid] = useState('');
  const list = useRef<HTMLUListElement>(null);
  const move = (from: number, to: number) => {
    patch({ customFields: movedFields(customFields, from, to) });
    setSaid(movedWords(to, customFields.length));
  };
  const { grab, rowProps } = useReorder(list, customFields, move);
  return (
    <>
      {customFields.length > 0 && (
        <ul className="b-entries" ref={list}>
          {customFields.map((field, place) => (
            <li key={field.id} {...rowProps(place)}>
              <FieldRow
                {...{ field, place }}
                count={customFields.length}
                open={open === field.id}
                change={(...changes) => change(field.id, ...changes)}
                onGrab={(event) => grab(place, event)}
                onMove={(to) => move(place, to)}
                onOpen={(opened) => onOpen(opened ? field.id : null)}
                onRemove={() => onRemove(place)}
              />
            </li>
          ))}
        </ul>
      )}
      <p className="vh" role="status">
        {said}
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
  const [fresh, setFresh] = useState<ReadonlySet<string>>(new Set());
  const opener = idOf('customFields');

  function startPicking() {
    if (customFields.length >= MAX_CUSTOM_FIELDS)
      toast({ title: `You can only add up to ${MAX_CUSTOM_FIELDS} custom fields` }, { destructive: true });
    else setPicking(true);
  }
  function close() {
    setPicking(false);
    focusOn(opener);
  }
  function add(kind: FieldKind) {
    const field = newField(kind, customFields);
    patch({ customFields: [...customFields, field] });
    setFresh((before) => new Set(before).add(field.id));
    setPicking(false);
    setOpen(field.id);
  }
  function remove(place: number) {
    patch({ customFields: customFields.filter((_, index) => index !== place) });
    close();
  }
  const change: ListProps['change'] = (id, part, typed) =>
    patch(
      { customFields: changedFields(customFields, id, part, fresh.has(id)) },
      typed && `customFields.${id}.${typed}`,
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
          Ask what you need to know: a size, a date, a company’s name. Answers stand on the order, in your
          mail and in exports.
        </p>
      )}
      <FieldList {...{ open, change }} onOpen={setOpen} onRemove={remove} />
      <FieldMore field="customFields" />
      {picking ? (
        <KindPicker onPick={add} onCancel={close} />
      ) : (
        <button type="button" className="key b-start" id={opener} onClick={startPicking}>
          <Plus className="i" aria-hidden="true" />
          Add a field
        </button>
      )}
    </Group>
  );
}
