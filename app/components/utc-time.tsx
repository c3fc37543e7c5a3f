import { formatDayAndTime, useReaderLanguage } from './utils/reader-formats.ts';

/** A day and time in UTC, in the reader's format. `showSeconds` adds the seconds, for logs. */
export function UtcTime({ iso, showSeconds = false }: { iso: string; showSeconds?: boolean }) {
  const language = useReaderLanguage();
  return (
    <time dateTime={iso} className="num">
      {formatDayAndTime(iso, showSeconds, language)} <span className="faint">UTC</span>
    </time>
  );
}
