/** Settings of earlier versions, and what replaces them. */
const REMOVED_SETTINGS: Readonly<Record<string, string>> = {
  ALLOW_EMBEDDED_LIVE: 'Remove it, and set DATABASE_URL and AUTH_SECRET: a live key requires PostgreSQL',
  DISK_FLOOR_MB: 'Remove it: the embedded database no longer reserves disk space',
};

/** Shorter names differ by one letter from variables of other programs, such as API_URL from APP_URL. */
const MIN_LENGTH = 6;
const MIN_LENGTH_FOR_REPLACED_LETTERS = 8;

/**
 * Finds variables that are no settings: those of earlier versions, and misspelled ones whose setting is not set. Variables of
 * other programs are ignored.
 */
export function findUnknownSettings(env: Record<string, string | undefined>, settings: readonly string[]): string[] {
  return Object.entries(env).flatMap(([name, value]) => {
    if (!value || settings.includes(name)) return [];
    const replacement = REMOVED_SETTINGS[name];
    if (replacement !== undefined) return [`${name} is no longer supported. ${replacement}`];
    const setting = settings.find((candidate) => !env[candidate] && isMisspelled(name, candidate));
    return setting === undefined ? [] : [`${name} is not a setting. Did you mean ${setting}?`];
  });
}

function isMisspelled(name: string, setting: string): boolean {
  if (name.length < MIN_LENGTH || setting.length < MIN_LENGTH) return false;
  const [written, meant] = [name, setting].map((text) => text.toUpperCase().replaceAll(/[-_.]/g, '')) as [
    string,
    string,
  ];
  return written === meant || isOneEditApart(name.toUpperCase(), setting);
}

/** One letter is missing, added, exchanged with its neighbor or, in long names, replaced. */
function isOneEditApart(left: string, right: string): boolean {
  const [shorter, longer] = left.length <= right.length ? [left, right] : [right, left];
  const at = longer.split('').findIndex((letter, index) => letter !== shorter[index]);
  const rest = (text: string, from: number) => text.slice(at + from);
  if (longer.length === shorter.length + 1) return rest(longer, 1) === rest(shorter, 0);
  if (longer.length !== shorter.length) return false;
  if (rest(longer, 1) === rest(shorter, 1)) return longer.length >= MIN_LENGTH_FOR_REPLACED_LETTERS;
  return longer[at] === shorter[at + 1] && longer[at + 1] === shorter[at] && rest(longer, 2) === rest(shorter, 2);
}
