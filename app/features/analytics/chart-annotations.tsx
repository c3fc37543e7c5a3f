import { Flag } from 'lucide-react';
import { useId, useState, type KeyboardEvent } from 'react';

import { formatTime } from '#app/components/utils/reader-formats.ts';
import { chartMessages } from '#content/messages/analytics-charts.ts';
import type { ChartAnnotation } from '#domain/analytics.ts';

import type { AnnotationMarkerData } from './annotation-markers.ts';
import { CHART_PADDING } from './chart-view.ts';
import { formatLongPoint } from './format-point.ts';

/** `Version 12 published`. */
export const getAnnotationTitle = ({ version }: ChartAnnotation): string => chartMessages.versionPublished({ version });

const MAX_LISTED_CHANGES = 6;

/** Changes of an annotation, truncated with the number of further ones. */
export function getListedChanges({ changes }: ChartAnnotation): string[] {
  if (changes.length <= MAX_LISTED_CHANGES) return changes;
  const more = chartMessages.moreChanges({ count: changes.length - MAX_LISTED_CHANGES + 1 });
  return [...changes.slice(0, MAX_LISTED_CHANGES - 1), more];
}

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
          <p className="chart-annotations__title">
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
      className="chart-annotations__marker"
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
          chartMessages.publicationsOfDay({
            date: formatLongPoint(first.point, 'day'),
            publications: hasSeveral
              ? chartMessages.versionsPublished({ count: marker.annotations.length })
              : getAnnotationTitle(first),
          })
        }
        onClick={() => setIsOpen(true)}
        onFocus={({ currentTarget }) => currentTarget.matches(':focus-visible') && setIsOpen(true)}
      >
        {hasSeveral ? <b className="num">{marker.annotations.length}</b> : <Flag className="i" aria-hidden="true" />}
      </button>
      {isOpen && (
        <div className="chart-annotations__card" id={id}>
          <AnnotationCard {...{ marker, timeZone, showPageNames }} />
        </div>
      )}
    </li>
  );
}

type Props = Omit<CardProps, 'marker'> & { markers: readonly AnnotationMarkerData[] };

/** Publications below the days of the chart. */
export const ChartAnnotations = ({ markers, ...cardProps }: Props) => (
  <ul className="chart-annotations" aria-label={chartMessages.publications}>
    {markers.map((marker) => (
      <AnnotationMarker
        key={`${marker.annotations[0]?.pageId} ${marker.annotations[0]?.version}`}
        marker={marker}
        {...cardProps}
      />
    ))}
  </ul>
);
