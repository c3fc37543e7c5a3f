import type { Context } from '#server/core/context.ts';

/** Replaces control characters, so that foreign text stays on one line and cannot control a terminal. */
export const stripControlChars = (text: string): string => text.replaceAll(/\p{C}+/gu, ' ');

/** Dependencies of an operator command, in the running app or in a separate process. */
export type OperatorContext = Pick<Context, 'config' | 'secrets' | 'db' | 'mode' | 'now' | 'realNow' | 'wake'>;

/** Output of a command, and whether it succeeded. */
export type CommandOutput = { text: string; good: boolean };

export const success = (text: string): CommandOutput => ({ text, good: true });
export const failure = (text: string): CommandOutput => ({ text, good: false });

/** `args`: command-line arguments after the command name. */
export type OperatorCommand = (context: OperatorContext, args: readonly string[]) => Promise<CommandOutput>;

/** A command cannot be carried out with these settings, arguments or files; the message says what to do. */
export class CommandError extends Error {
  override name = 'CommandError';
}
