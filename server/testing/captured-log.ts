import { openLog } from '../http/log.ts';

/** A logger and the lines that it wrote. Used by tests only. */
export function captureLog(level = 'info') {
  const output: string[] = [];
  return {
    log: openLog(level, { write: (line) => void output.push(line) }),
    text: () => output.join(''),
    lines: (msg?: string) =>
      output
        .map((line) => JSON.parse(line) as Record<string, unknown>)
        .filter((line) => msg === undefined || line.msg === msg),
  };
}
