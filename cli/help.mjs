import { SHARED } from './common.mjs';
import { bold } from './output.mjs';

const usageOf = ({ name, args }) => ['tillwright', name, ...args].join(' ');

/** Formats pairs in two columns. */
function laidOut(pairs) {
  const width = Math.max(...pairs.map(([left]) => left.length));
  return pairs.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`).join('\n');
}

const optionPairs = (options) =>
  Object.entries(options).map(([name, [value, does, letter]]) => [
    `${letter ? `-${letter}, ` : ''}--${name}${value ? ` ${value}` : ''}`,
    does,
  ]);

export const actHelp = (act) => `${act.does}

${bold('Usage')}
  ${usageOf(act)} [options]

${bold('Options')}
${laidOut(optionPairs({ ...act.options, ...SHARED }))}
`;

/** Help for all commands, or for those of one subject. */
export const generalHelp = (acts) => `The command line of your shop

${bold('Usage')}
${laidOut(acts.map((act) => [usageOf(act), act.does]))}

${bold('Options of all of them')}
${laidOut(optionPairs(SHARED))}
  tillwright pages list --help tells of the others

${bold('Key')}
  Make one in your shop under Integrations. It is read from TILLWRIGHT_KEY, or from a file that only you can
  read, and never from an argument.

${bold('Exit codes')}
  0 done · 1 refused by the shop · 2 called wrongly · 3 the shop could not be reached
`;
