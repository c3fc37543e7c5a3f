import { openLog } from './http/access-log.ts';

/** A logger and the lines that it wrote. Used by tests only. */
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
