const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const two = (part: number): string => String(part).padStart(2, '0');

/** Formats `20 Nov 2026, 14:12` in UTC without a locale, so that server and browser render the same text. */
export function utcText(iso: string): string {
  const date = new Date(iso);
  const day = `${date.getUTCDate()} ${MONTHS[date.getUTCMonth()]} ${date.getUTCFullYear()}`;
  return `${day}, ${two(date.getUTCHours())}:${two(date.getUTCMinutes())}`;
}

/** `showSeconds` adds the seconds, for logs. */
export function UtcTime({ iso, seconds }: { iso: string; seconds?: boolean }) {
  return (
    <time dateTime={iso} className="num">
      {utcText(iso)}
      {seconds && `:${two(new Date(iso).getUTCSeconds())}`} <span className="faint">UTC</span>
    </time>
  );
}
