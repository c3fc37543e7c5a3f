import { Flag } from 'lucide-react';
import { useId, useState, type KeyboardEvent } from 'react';

import { CHART_PADDING } from './chart-view.ts';
import { getAnnotationTitle, getListedChanges, type AnnotationMarkerData } from './note-marks.ts';
import { formatLongPoint, formatTime } from './point-text.ts';

type CardProps = { marker: AnnotationMarkerData; timeZone: string; showPageNames: boolean };

/** `showPageNames`: shows page names, because the annotations are of several pages. */
function AnnotationCard({ marker: { annotations }, timeZone, showPageNames }: CardProps) {
  return (
    <ul>
      {annotations.map((annotation) => (
        <li key={`${annotation.pageId} ${annotation.version}`}>
          <p className="faint num">
            {formatLongPoint(annotation.point, 'day')}, {formatTime(annotation.at, timeZone)}
          </p>
          <p className="an-note-title">
            {getAnnotationTitle(annotation)}
            {showPageNames && <span className="muted"> · {annotation.pageName}</span>}
          </p>
          {annotation.changes.length > 0 && (
            <ul>
              {getListedChanges(annotation).map((change, index) => (
                <li key={index}>{change}</li>
              ))}
            </ul>
          )}
        </li>
      ))}
    </ul>
  );
}

/** Marker that shows its card on click, hover or keyboard focus; Escape closes it. */
function AnnotationMarker({ marker, timeZone, showPageNames }: CardProps) {
  const [isOpen, setIsOpen] = useState(false);
  const id = useId();
  const [first] = marker.annotations;
  const hasSeveral = marker.annotations.length > 1;
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !isOpen) return;
    event.stopPropagation();
    setIsOpen(false);
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the button inside takes keyboard focus
    <li
      className="an-note"
      style={{ '--x': `${CHART_PADDING.left + marker.x}px` } as React.CSSProperties}
      onPointerEnter={({ pointerType }) => pointerType === 'mouse' && setIsOpen(true)}
      onPointerLeave={({ pointerType }) => pointerType === 'mouse' && setIsOpen(false)}
      onKeyDown={onKeyDown}
      onBlur={({ currentTarget, relatedTarget }) => !currentTarget.contains(relatedTarget) && setIsOpen(false)}
    >
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        aria-label={
          first &&
          `${formatLongPoint(first.point, 'day')}: ${hasSeveral ? `${marker.annotations.length} versions published` : getAnnotationTitle(first)}`
        }
        onClick={() => setIsOpen(true)}
        onFocus={({ currentTarget }) => currentTarget.matches(':focus-visible') && setIsOpen(true)}
      >
        {hasSeveral ? <b className="num">{marker.annotations.length}</b> : <Flag className="i" aria-hidden="true" />}
      </button>
      {isOpen && (
        <div className="an-note-card" id={id}>
          <AnnotationCard {...{ marker, timeZone, showPageNames }} />
        </div>
      )}
    </li>
  );
}

type Props = Omit<CardProps, 'marker'> & { markers: readonly AnnotationMarkerData[] };

/** Publications below the days of the chart. */
export function ChartAnnotations({ markers, ...cardProps }: Props) {
  if (markers.length === 0) return null;
  return (
    <ul className="an-notes" aria-label="What was published">
      {markers.map((marker) => (
        <AnnotationMarker
          key={`${marker.annotations[0]?.pageId} ${marker.annotations[0]?.version}`}
          marker={marker}
          {...cardProps}
        />
      ))}
    </ul>
  );
}
