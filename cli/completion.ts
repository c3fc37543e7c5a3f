import { type Call, type Command, type Output, SHARED_OPTIONS } from './command.ts';
import { usageFault } from './errors.ts';
import { write } from './output.ts';

/** Each script asks `tillwright __complete` for the candidates of the words before the cursor. */
const SCRIPTS: Readonly<Record<string, string>> = {
  bash: `_tillwright() {
  local IFS=$'\\n'
  COMPREPLY=($(tillwright __complete "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null))
}
complete -o default -F _tillwright tillwright
`,
  zsh: `#compdef tillwright
_tillwright() {
  local -a candidates
  candidates=("\${(@f)$(tillwright __complete "\${(@)words[2,CURRENT]}" 2>/dev/null)}")
  compadd -a candidates
}
compdef _tillwright tillwright
`,
  fish: `complete -c tillwright -f -a '(tillwright __complete (commandline -opc)[2..] (commandline -ct) 2>/dev/null)'
`,
};

async function printScript({ args: [shell = ''] }: Call): Promise<Output | null> {
  const script = SCRIPTS[shell];
  if (!script) throw usageFault(`${shell} is not supported.`, `Use one of: ${Object.keys(SCRIPTS).join(', ')}`);
  await write(script);
  return null;
}

export const COMPLETION_COMMAND: Command = {
  name: 'completion',
  summary: 'Print the completion script for bash, zsh, or fish',
  args: ['SHELL'],
  options: {},
  examples: [
    'source <(tillwright completion bash)',
    'tillwright completion fish > ~/.config/fish/completions/tillwright.fish',
  ],
  run: printScript,
};

/** Candidates for the last word. */
export function listCandidates(commands: readonly Command[], words: readonly string[]): string[] {
  const typed = words.at(-1) ?? '';
  const before = words.slice(0, -1).filter((word) => !word.startsWith('-'));
  const command = commands.find(({ name }) => name === before.slice(0, name.split(' ').length).join(' '));
  const options = { ...command?.options, ...SHARED_OPTIONS };
  const choices = options[words.at(-2)?.replace(/^--/, '') ?? '']?.choices;
  const prefix = before.map((word) => `${word} `).join('');
  const nextWords = commands.flatMap(({ name }) =>
    name.startsWith(prefix) ? [name.slice(prefix.length).split(' ')[0] ?? ''] : [],
  );
  const candidates = choices ?? (typed.startsWith('-') ? Object.keys(options).map((name) => `--${name}`) : nextWords);
  return [...new Set(candidates)].filter((candidate) => candidate.startsWith(typed));
}
