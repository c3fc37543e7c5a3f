import { formatLongDate } from '#domain/long-date.ts';
import { formatShortDate } from '#domain/short-date.ts';

type FormattedDateProps = { date: Date | null; isShort?: boolean; className?: string };

/** A date in a <time> element. Renders nothing without a date. */
export const FormattedDate = ({ date, isShort, className }: FormattedDateProps) =>
  date && (
    <time className={className} dateTime={date.toISOString().slice(0, 10)}>
      {isShort ? formatShortDate(date) : formatLongDate(date)}
    </time>
  );
