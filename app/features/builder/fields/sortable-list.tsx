import { ChevronDown, ChevronUp, GripVertical, type LucideIcon, X } from 'lucide-react';
import {
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useRef,
  useState,
} from 'react';

import { builderFieldMessages } from '#content/messages/builder-fields.ts';

import { focusControl, getFieldId } from './builder-field.tsx';
import { IconButton } from './icon-button.tsx';

const messages = builderFieldMessages.list;

/** Moves an entry of a list; returns the same list if nothing moves. */
export function moveItem<Entry>(list: Entry[], from: number, to: number): Entry[] {
  const entry = list[from];
  const position = Math.min(Math.max(to, 0), list.length - 1);
  if (entry === undefined || position === from) return list;
  return list.toSpliced(from, 1).toSpliced(position, 0, entry);
}

/** Position of a row on screen, in pixels from any fixed line. */
type Row = { top: number; height: number };

/** Returns the index at which a dragged row would be dropped: it passes a neighbor whose middle its leading edge passes. */
export function getDropIndex(rows: readonly Row[], from: number, offset: number): number {
  const dragged = rows[from];
  if (!dragged) return from;
  const top = dragged.top + offset;
  const bottom = top + dragged.height;
  let position = from;
  rows.forEach((row, index) => {
    const middle = row.top + row.height / 2;
    if (index < from && top < middle) position = Math.min(position, index);
    if (index > from && bottom > middle) position = Math.max(position, index);
  });
  return position;
}

/** Returns by how many pixels a row shifts while another row is dragged past it. */
export function getRowShift(rows: readonly Row[], index: number, from: number, to: number): number {
  const dragged = rows[from];
  const after = rows[from + 1];
  const before = rows[from - 1];
  if (!dragged || index === from) return 0;
  const gap = after ? after.top - dragged.top - dragged.height : before ? dragged.top - before.top - before.height : 0;
  if (index > from && index <= to) return -(dragged.height + gap);
  return index < from && index >= to ? dragged.height + gap : 0;
}

type Drag = { from: number; to: number; offset: number; rows: readonly Row[] };

/** Distance from the edge of the scroll container within which a drag scrolls it. */
const EDGE_PX = 48;
const SCROLL_STEP_PX = 12;

function findScrollContainer(element: Element): Element {
  for (let parent = element.parentElement; parent; parent = parent.parentElement)
    if (parent.scrollHeight > parent.clientHeight && /auto|scroll/.test(getComputedStyle(parent).overflowY))
      return parent;
  return document.documentElement;
}

function autoScroll(list: Element, y: number): void {
  const scroller = findScrollContainer(list);
  const { top, bottom } =
    scroller === document.documentElement ? { top: 0, bottom: window.innerHeight } : scroller.getBoundingClientRect();
  if (y < top + EDGE_PX) scroller.scrollBy(0, -SCROLL_STEP_PX);
  else if (y > bottom - EDGE_PX) scroller.scrollBy(0, SCROLL_STEP_PX);
}

/** Tracks one pointer until it is released. `handlers.end` gets the new index or null. Returns a function that cancels. */
function trackDrag(
  list: HTMLElement,
  from: number,
  { pointerId, clientY }: { pointerId: number; clientY: number },
  handlers: { drag: (drag: Drag) => void; end: (to: number | null) => void },
): () => void {
  const getListTop = () => list.getBoundingClientRect().top;
  const rows = [...list.children].map((row) => {
    const { top, height } = row.getBoundingClientRect();
    return { top: top - getListTop(), height };
  });
  const start = clientY - getListTop();
  let to = from;
  const controller = new AbortController();
  const { signal } = controller;
  const end = (dropIndex: number | null) => {
    controller.abort();
    handlers.end(dropIndex);
  };
  const handleMove = (event: globalThis.PointerEvent) => {
    if (event.pointerId !== pointerId) return;
    autoScroll(list, event.clientY);
    const offset = event.clientY - getListTop() - start;
    to = getDropIndex(rows, from, offset);
    handlers.drag({ from, to, offset, rows });
  };
  const onKey = (event: globalThis.KeyboardEvent) => {
    if (event.key === 'Escape') end(null);
  };
  window.addEventListener('pointermove', handleMove, { signal });
  window.addEventListener('pointerup', () => end(to), { signal });
  window.addEventListener('pointercancel', () => end(null), { signal });
  window.addEventListener('keydown', onKey, { signal, capture: true });
  handlers.drag({ from, to, offset: 0, rows });
  return () => {
    if (!signal.aborted) end(null);
  };
}

/**
 * Reorders the rows of a list by dragging with any pointer. Escape cancels the drag, and so does a change of `items`,
 * because the indexes would then refer to other items.
 */
function useReorder(
  list: RefObject<HTMLElement | null>,
  items: readonly unknown[],
  onMove: (from: number, to: number) => void,
) {
  const [drag, setDrag] = useState<Drag | null>(null);
  const stop = useRef<(() => void) | null>(null);
  useEffect(() => () => stop.current?.(), [items]);

  function startDrag(from: number, event: PointerEvent<HTMLElement>) {
    if (!list.current || event.button !== 0 || drag) return;
    event.preventDefault();
    stop.current = trackDrag(list.current, from, event, {
      drag: setDrag,
      end: (to) => {
        stop.current = null;
        setDrag(null);
        if (to !== null && to !== from) onMove(from, to);
      },
    });
  }

  /** Returns the props of a row while a row is being dragged. */
  const getRowProps = (index: number) => {
    if (!drag) return {};
    const isDragged = index === drag.from;
    const shift = isDragged ? drag.offset : getRowShift(drag.rows, index, drag.from, drag.to);
    return { 'data-drag': isDragged ? 'dragged' : 'aside', style: { translate: `0 ${shift}px` } };
  };
  return { startDrag, getRowProps };
}

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
