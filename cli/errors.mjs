/** Exit codes. */
export const EXIT = { done: 0, refused: 1, usage: 2, network: 3 };

/** An expected error: only its message is shown. */
export class Fault extends Error {
  constructor(exit, message, hints = []) {
    super(message);
    this.exit = exit;
    this.hints = hints;
  }
}

export const usageFault = (message, ...hints) => new Fault(EXIT.usage, message, hints);
