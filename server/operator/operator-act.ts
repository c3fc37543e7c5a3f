import type { Context } from '#server/context.ts';

/** What is needed for an act of whoever runs the shop, in the shop itself or beside it. */
export type OperatorContext = Pick<
  Context,
  'config' | 'secrets' | 'db' | 'mode' | 'now' | 'realNow' | 'ring'
>;

/** Lines to be printed, and whether all is well. */
export type Told = { text: string; good: boolean };

/** `words`: what was typed after the command. */
export type OperatorAct = (context: OperatorContext, words: readonly string[]) => Promise<Told>;
