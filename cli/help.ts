import { type Command, type Options, SHARED_OPTIONS } from './command.ts';
import { bold } from './output.ts';

const getUsage = ({ name, args }: Pick<Command, 'name' | 'args'>): string => ['tillwright', name, ...args].join(' ');

/** Formats pairs in two columns. */
function layOutPairs(pairs: readonly (readonly [string, string])[]): string {
  const width = Math.min(44, Math.max(...pairs.map(([left]) => left.length)));
  return pairs.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`.trimEnd()).join('\n');
}

const toOptionPairs = (options: Options): [string, string][] =>
  Object.entries(options).map(([name, { value, description, short }]) => [
    `${short ? `-${short}, ` : ''}--${name}${value ? ` ${value}` : ''}`,
    description,
  ]);

export const renderCommandHelp = (command: Command): string => `${command.summary}
${command.details ? `${command.details}\n` : ''}
${bold('Usage')}
  ${getUsage(command)} [options]

${bold('Options')}
${layOutPairs(toOptionPairs({ ...command.options, ...SHARED_OPTIONS }))}

${bold('Examples')}
${command.examples.map((example) => `  ${example}`).join('\n')}
`;

/** Commands of one noun on a line: `orders` with `list, get, refunds create`. */
function toNounPairs(commands: readonly Command[]): [string, string][] {
  const groups = Map.groupBy(commands, ({ name }) => name.split(' ')[0] ?? '');
  return [...groups].map(([noun, group]) => {
    const [first] = group;
    if (first && first.name === noun) return [getUsage(first), first.summary];
    return [noun, group.map(({ name }) => name.slice(noun.length + 1)).join(', ')];
  });
}

/** Help for all commands. */
export const renderHelp = (commands: readonly Command[]): string => `Tillwright on the command line

${bold('Usage')}
  tillwright COMMAND [options]

${bold('Commands')}
${layOutPairs(toNounPairs(commands))}
  To list the commands of a group, run, for example: tillwright orders --help

${bold('Options for all commands')}
${layOutPairs(toOptionPairs(SHARED_OPTIONS))}
  Amounts are in minor units of the currency: 500 is $5.00.

${bold('API key')}
  Create one on the Integrations screen and run: tillwright login
  Scripts set TILLWRIGHT_KEY and TILLWRIGHT_URL. A key cannot be passed as an argument.

${bold('Exit codes')}
  0 success · 1 the API refused the request · 2 invalid usage or input · 3 no response · 70 error in this program
`;

/** Help for the commands that start with the same words. */
export const renderGroupHelp = (commands: readonly Command[]): string => `${bold('Usage')}
${layOutPairs(commands.map((command) => [getUsage(command), command.summary]))}

  For the options and examples of a command, add --help, as in: ${getUsage(commands[0] ?? { name: '', args: [] })} --help
`;
