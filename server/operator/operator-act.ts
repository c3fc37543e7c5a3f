import type { Context } from '#server/context.ts';

/** Dependencies of an operator command, in the running app or in a separate process. */
export type OperatorContext = Pick<
  Context,
  'config' | 'secrets' | 'db' | 'mode' | 'now' | 'realNow' | 'ring'
>;

/** Output of a command, and whether it succeeded. */
export type Told = { text: string; good: boolean };

/** `args`: command-line arguments after the command name. */
export type OperatorAct = (context: OperatorContext, words: readonly string[]) => Promise<Told>;
