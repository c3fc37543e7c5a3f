import { ChevronDown, ChevronUp, GripVertical, X, type LucideIcon } from 'lucide-react';
import { useRef, useState, type KeyboardEvent, type PointerEvent, type ReactNode } from 'react';

import { builderFieldMessages } from '#content/messages/builder-fields.ts';

import { focusControl, getFieldId } from './builder-field.tsx';
import { IconButton } from './icon-button.tsx';
import { moveItem, useReorder } from './use-reorder.ts';

const messages = builderFieldMessages.list;

const ids = new WeakMap<object, string>();

/**
 * Returns a stable id for a list entry without one. Entries are immutable and Undo restores the same objects, so the id
 * stays with its entry. An edited entry is a new object with a new id.
 */
export function getItemId(item: object): string {
  const id = ids.get(item) ?? crypto.randomUUID();
  ids.set(item, id);
  return id;
}

/** A row of a sortable list. `field` is the path of its entry, from which its ids derive. */
export type SortableRow = {
  field: string;
  index: number;
  count: number;
  onGrab: (event: PointerEvent<HTMLElement>) => void;
  /** Moves the row, and the focus with it: to the control whose id has this suffix. */
  move: (to: number, idSuffix: string) => void;
  remove: () => void;
};

type SortableListProps<Item> = {
  /** Config key of the list. */
  field: string;
  items: Item[];
  getKey: (item: Item, index: number) => string | number;
  /** `undoGroup` names the text being typed in. */
  onChange: (items: Item[], undoGroup?: string) => void;
  /** Replaces the focus on the control of the list. */
  onRemoved?: () => void;
  children: (item: Item, row: SortableRow, change: (changed: Item, undoGroup?: string) => void) => ReactNode;
};

/** A list whose rows are moved by dragging, by buttons and by keys. Each move is announced. */
export function SortableList<Item>(props: SortableListProps<Item>) {
  const { field, items, getKey, onChange, onRemoved = () => focusControl(field), children } = props;
  const [liveMessage, setLiveMessage] = useState('');
  const list = useRef<HTMLUListElement>(null);
  const count = items.length;
  const move = (from: number, to: number) => {
    onChange(moveItem(items, from, to));
    setLiveMessage(messages.moved({ position: to + 1, count }));
  };
  const { startDrag, getRowProps } = useReorder(list, items, move);
  const createRow = (index: number): SortableRow => ({
    field: `${field}.${index}`,
    index,
    count,
    onGrab: (event) => startDrag(index, event),
    move: (to, idSuffix) => {
      if (to < 0 || to >= count) return;
      move(index, to);
      focusControl(`${field}.${to}${idSuffix}`);
    },
    remove: () => {
      onChange(items.toSpliced(index, 1));
      onRemoved();
    },
  });
  return (
    <>
      {count > 0 && (
        <ul className="entry-list" ref={list}>
          {items.map((item, index) => (
            <li key={getKey(item, index)} {...getRowProps(index)}>
              {children(item, createRow(index), (changed, undoGroup) =>
                onChange(items.with(index, changed), undoGroup),
              )}
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

const KEY_OFFSETS: Record<string, number> = { ArrowUp: -1, ArrowDown: 1 };

/** Moves the row on Alt+ArrowUp and Alt+ArrowDown. */
export function handleMoveKey(event: KeyboardEvent<HTMLElement>, { index, move }: SortableRow): void {
  const offset = KEY_OFFSETS[event.key];
  if (!event.altKey || offset === undefined) return;
  event.preventDefault();
  move(index + offset, '');
}

/** Drag handle for pointers. Keyboard users have the move buttons. */
export const DragHandle = ({ row }: { row: SortableRow }) => (
  <span className="drag-handle" aria-hidden="true" onPointerDown={row.onGrab}>
    <GripVertical className="i" />
  </span>
);

type RowButtonsProps = { row: SortableRow; itemName: string; children?: ReactNode };

/**
 * The buttons of a row: move up, move down, `children`, remove. At an end of the list a move button stays focusable but
 * does nothing, so the focus is not lost.
 */
export function RowButtons({ row, itemName, children }: RowButtonsProps) {
  const { field, index, count, move, remove } = row;
  const renderMoveButton = (direction: 'up' | 'down', to: number, Icon: LucideIcon) => (
    <IconButton
      id={`${getFieldId(field)}-${direction}`}
      label={direction === 'up' ? messages.moveUp({ item: itemName }) : messages.moveDown({ item: itemName })}
      Icon={Icon}
      aria-disabled={to < 0 || to >= count ? true : undefined}
      onClick={() => move(to, `-${direction}`)}
    />
  );
  return (
    <span className="row-buttons">
      {renderMoveButton('up', index - 1, ChevronUp)}
      {renderMoveButton('down', index + 1, ChevronDown)}
      {children}
      <IconButton label={messages.remove({ item: itemName })} Icon={X} onClick={remove} />
    </span>
  );
}
