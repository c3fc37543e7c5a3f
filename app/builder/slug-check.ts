import type { Calls } from '#domain/calls.ts';

type Asked = Calls['check-slug']['body'];
type Answer = Calls['check-slug']['answer'];

/** Availability of a slug. `unknown`: the check failed; publishing checks again. */
export type SlugStatus =
  | { kind: 'idle' | 'checking' | 'unknown' }
  | { kind: 'free'; url: string }
  | { kind: 'refused'; problem: string };

export const SLUG_PAUSE_MS = 500;
const IDLE: SlugStatus = { kind: 'idle' };
const CHECKING: SlugStatus = { kind: 'checking' };
const UNKNOWN: SlugStatus = { kind: 'unknown' };
const NOT_FREE = 'This address is already taken. Choose another one.';

const sameQuestion = (one: Asked | null, other: Asked | null): boolean =>
  one?.slug === other?.slug && one?.pageId === other?.pageId;

/** Checks the availability of a slug half a second after the last change, one request at a time. */
export class SlugCheck {
  #ask: (question: Asked) => Promise<Answer>;
  #wanted: Asked | null = null;
  #status: SlugStatus = IDLE;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #asking = false;
  #due = false;
  #listeners = new Set<() => void>();

  constructor(ask: (question: Asked) => Promise<Answer>) {
    this.#ask = ask;
  }

  readonly status = (): SlugStatus => this.#status;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Sets the slug to check; null stops checking. */
  want(question: Asked | null): void {
    if (sameQuestion(question, this.#wanted)) return;
    this.#wanted = question;
    this.#due = false;
    clearTimeout(this.#timer);
    if (!question) return this.#tell(IDLE);
    this.#tell(CHECKING);
    this.#timer = setTimeout(() => {
      this.#due = true;
      void this.#next();
    }, SLUG_PAUSE_MS);
  }

  async #next(): Promise<void> {
    const question = this.#wanted;
    if (this.#asking || !this.#due || !question) return;
    this.#due = false;
    this.#asking = true;
    const status = await this.#ask(question).then(statusOf, () => UNKNOWN);
    this.#asking = false;
    // A response for an outdated query is dropped.
    if (sameQuestion(question, this.#wanted)) this.#tell(status);
    await this.#next();
  }

  #tell(status: SlugStatus): void {
    if (status === this.#status) return;
    this.#status = status;
    for (const listener of this.#listeners) listener();
  }
}

const statusOf = ({ available, problem, url }: Answer): SlugStatus =>
  available ? { kind: 'free', url } : { kind: 'refused', problem: problem ?? NOT_FREE };
