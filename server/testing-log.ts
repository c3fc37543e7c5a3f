import { openLog } from './http/access-log.ts';

/** A log as it is written, and its lines as they are read. Seen by tests only. */
export function openLines(level = 'info') {
  const written: string[] = [];
  return {
    log: openLog(level, { write: (line) => void written.push(line) }),
    text: () => written.join(''),
    lines: (msg?: string) =>
      written
        .map((line) => JSON.parse(line) as Record<string, unknown>)
        .filter((line) => msg === undefined || line.msg === msg),
  };
}
