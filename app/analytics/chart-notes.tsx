import { Flag } from 'lucide-react';
import { useId, useState, type KeyboardEvent } from 'react';

import { GUTTER } from './chart-view.ts';
import { noteTitle, shownChanges, type NoteMark } from './note-marks.ts';
import { longPoint, timeText } from './point-text.ts';

type CardProps = { mark: NoteMark; timeZone: string; named: boolean };

/** `showPageNames`: shows page names, because the annotations are of several pages. */
function NoteCard({ mark: { notes }, timeZone, named }: CardProps) {
  return (
    <ul>
      {notes.map((note) => (
        <li key={`${note.pageId} ${note.version}`}>
          <p className="faint num">
            {longPoint(note.point, 'day')}, {timeText(note.at, timeZone)}
          </p>
          <p className="an-note-title">
            {noteTitle(note)}
            {named && <span className="muted"> · {note.pageName}</span>}
          </p>
          {note.changes.length > 0 && (
            <ul>
              {shownChanges(note).map((change, place) => (
                <li key={place}>{change}</li>
              ))}
            </ul>
          )}
        </li>
      ))}
    </ul>
  );
}

/** Marker that shows its card on click, hover or keyboard focus; Escape closes it. */
function Mark({ mark, timeZone, named }: CardProps) {
  const [open, setOpen] = useState(false);
  const id = useId();
  const [first] = mark.notes;
  const several = mark.notes.length > 1;
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !open) return;
    event.stopPropagation();
    setOpen(false);
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the button inside takes keyboard focus
    <li
      className="an-note"
      style={{ '--x': `${GUTTER.left + mark.x}px` } as React.CSSProperties}
      onPointerEnter={({ pointerType }) => pointerType === 'mouse' && setOpen(true)}
      onPointerLeave={({ pointerType }) => pointerType === 'mouse' && setOpen(false)}
      onKeyDown={onKeyDown}
      onBlur={({ currentTarget, relatedTarget }) => !currentTarget.contains(relatedTarget) && setOpen(false)}
    >
      <button
        type="button"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        aria-label={
          first &&
          `${longPoint(first.point, 'day')}: ${several ? `${mark.notes.length} versions published` : noteTitle(first)}`
        }
        onClick={() => setOpen(true)}
        onFocus={({ currentTarget }) => currentTarget.matches(':focus-visible') && setOpen(true)}
      >
        {several ? <b className="num">{mark.notes.length}</b> : <Flag className="i" aria-hidden="true" />}
      </button>
      {open && (
        <div className="an-note-card" id={id}>
          <NoteCard {...{ mark, timeZone, named }} />
        </div>
      )}
    </li>
  );
}

type Props = Omit<CardProps, 'mark'> & { marks: readonly NoteMark[] };

/** Publications below the days of the chart. */
export function ChartNotes({ marks, ...rest }: Props) {
  if (marks.length === 0) return null;
  return (
    <ul className="an-notes" aria-label="What was published">
      {marks.map((mark) => (
        <Mark key={`${mark.notes[0]?.pageId} ${mark.notes[0]?.version}`} mark={mark} {...rest} />
      ))}
    </ul>
  );
}
