import { longDate } from '#domain/long-date.ts';
import { shortDate } from '#domain/short-date.ts';

type Props = { of: Date | null; short?: boolean; className?: string };

/** A date in a <time> element. Renders nothing without a date. */
export const Day = ({ of, short, className }: Props) =>
  of && (
    <time className={className} dateTime={of.toISOString().slice(0, 10)}>
      {short ? shortDate(of) : longDate(of)}
    </time>
  );
