/** Exit codes, as `tillwright --help` documents them. */
export const EXIT = { done: 0, refused: 1, usage: 2, network: 3, bug: 70 } as const;

/** An expected error: only its message is shown. */
export class Fault extends Error {
  readonly exit: number;
  readonly hints: readonly string[];

  constructor(exit: number, message: string, hints: readonly string[] = []) {
    super(message);
    this.exit = exit;
    this.hints = hints;
  }
}

export const usageFault = (message: string, ...hints: string[]): Fault => new Fault(EXIT.usage, message, hints);

/** Describes an error of the file system. */
export const describeFileError = (error: unknown): string =>
  (error as NodeJS.ErrnoException).code ?? (error as Error).message;
