/** A parsed Dockerfile instruction. */
export type Step =
  | { does: 'workdir'; folder: string }
  | { does: 'copy'; from: string | null; owner: string | null; sources: string[]; to: string }
  | { does: 'run'; shell: string }
  | { does: 'env'; values: Record<string, string> }
  | { does: 'user'; user: string }
  | { does: 'volume'; folders: string[] }
  | { does: 'expose'; port: number }
  | { does: 'stopsignal'; signal: string }
  | { does: 'healthcheck'; command: string[]; timeoutMs: number }
  | { does: 'cmd'; command: string[] };
export type Stage = { base: string; name: string | null; steps: Step[] };

/** An unsupported Dockerfile instruction. */
export class DockerfileError extends Error {}

const fail = (line: string, why: string): never => {
  throw new DockerfileError(`${line.split('\n')[0]}: ${why}`);
};

/** Parses the stages of a Dockerfile. Throws DockerfileError for anything unsupported. */
export function parseStages(text: string): Stage[] {
  const stages: Stage[] = [];
  for (const line of instructionsOf(text)) {
    const [, name = '', rest = ''] = /^([A-Z]+)\s+(.*)$/.exec(line) ?? fail(line, 'is not a supported instruction');
    if (name === 'FROM') stages.push(parseStage(line, rest));
    else (stages.at(-1) ?? fail(line, 'comes before FROM')).steps.push(parseStep(line, name, rest));
  }
  return stages;
}

/** Lines without comments, with continuation lines joined. */
const instructionsOf = (text: string): string[] =>
  text
    .split('\n')
    .filter((line) => !/^\s*#/.test(line))
    .join('\n')
    .replaceAll(/\\\n\s*/g, '')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

function parseStage(line: string, rest: string): Stage {
  const [, base = '', name = null] =
    /^([\w./:@-]+)(?: AS (\w+))?$/.exec(rest) ?? fail(line, 'is neither FROM image nor FROM image AS name');
  return { base, name, steps: [] };
}

function parseStep(line: string, name: string, rest: string): Step {
  switch (name) {
    case 'WORKDIR':
      return { does: 'workdir', folder: rest };
    case 'COPY':
      return copyOf(line, rest);
    case 'RUN':
      return /^(\[|--)/.test(rest) ? fail(line, 'must use the shell form') : { does: 'run', shell: rest };
    case 'ENV':
      return { does: 'env', values: environmentOf(line, rest) };
    case 'USER':
      return { does: 'user', user: rest };
    case 'VOLUME':
      return { does: 'volume', folders: rest.split(/\s+/) };
    case 'EXPOSE':
      return { does: 'expose', port: Number(/^\d+$/.exec(rest)?.[0] ?? fail(line, 'is not a single port')) };
    case 'STOPSIGNAL':
      return { does: 'stopsignal', signal: rest };
    case 'HEALTHCHECK':
      return healthCheckOf(line, rest);
    case 'CMD':
      return { does: 'cmd', command: listOf(line, rest) };
    default:
      return fail(line, `${name} is not supported`);
  }
}

/** Parses `--name=value` flags; rejects unknown ones. */
function flagsOf(line: string, rest: string, allowed: readonly string[]) {
  const flags: Record<string, string> = {};
  let remaining = rest;
  for (;;) {
    const [all, name = '', value = ''] = /^--([a-z-]+)=(\S+)\s+/.exec(remaining) ?? [];
    if (all === undefined)
      return remaining.startsWith('--') ? fail(line, 'is not supported') : { flags, words: remaining };
    if (!allowed.includes(name)) fail(line, `--${name} is not supported`);
    flags[name] = value;
    remaining = remaining.slice(all.length);
  }
}

function copyOf(line: string, rest: string): Step {
  const { flags, words } = flagsOf(line, rest, ['from', 'chown']);
  const sources = words.split(/\s+/);
  const to = sources.pop() ?? '';
  if (sources.length === 0 || /[*?[]/.test(words)) fail(line, 'does not list its files one by one');
  return { does: 'copy', from: flags.from ?? null, owner: flags.chown ?? null, sources, to };
}

function healthCheckOf(line: string, rest: string): Step {
  const { flags, words } = flagsOf(line, rest, ['interval', 'timeout', 'start-period', 'retries']);
  const seconds = Number(
    /^(\d+)s$/.exec(flags.timeout ?? '30s')?.[1] ?? fail(line, 'has a timeout that is not in seconds'),
  );
  const [, command = ''] = /^CMD\s+(.*)$/.exec(words) ?? fail(line, 'has no CMD');
  return { does: 'healthcheck', command: listOf(line, command), timeoutMs: seconds * 1000 };
}

function environmentOf(line: string, rest: string): Record<string, string> {
  const pairs = rest.split(/\s+/).map((pair) => /^(\w+)=([^"'$\\]*)$/.exec(pair));
  return Object.fromEntries(
    pairs.map((pair) => (pair ? [pair[1] ?? '', pair[2] ?? ''] : fail(line, 'is not NAME=value without quotes'))),
  );
}

/** Parses the exec form of a command; without a shell, signals reach the process. */
function listOf(line: string, text: string): string[] {
  try {
    const list: unknown = JSON.parse(text);
    if (Array.isArray(list) && list.every((word) => typeof word === 'string')) return list;
  } catch {
    // Not a JSON list: reported below.
  }
  return fail(line, 'is not a JSON list of strings');
}
