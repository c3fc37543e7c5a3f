const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const padTwoDigits = (value: number): string => String(value).padStart(2, '0');

/** Formats `20 Nov 2026, 14:12` in UTC without a locale, so that server and browser render the same text. */
export function formatUtc(iso: string): string {
  const date = new Date(iso);
  const day = `${date.getUTCDate()} ${MONTHS[date.getUTCMonth()]} ${date.getUTCFullYear()}`;
  return `${day}, ${padTwoDigits(date.getUTCHours())}:${padTwoDigits(date.getUTCMinutes())}`;
}

/** `showSeconds` adds the seconds, for logs. */
export function UtcTime({ iso, showSeconds }: { iso: string; showSeconds?: boolean }) {
  return (
    <time dateTime={iso} className="num">
      {formatUtc(iso)}
      {showSeconds && `:${padTwoDigits(new Date(iso).getUTCSeconds())}`} <span className="faint">UTC</span>
    </time>
  );
}
