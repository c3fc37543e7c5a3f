import { domainCheckMessages } from '#content/messages/domain-checks.ts';

const MAX_HOST_LENGTH = 253;
/** Prefix of the TXT record name; its length counts toward the maximum. */
const VERIFICATION_RECORD_LABEL = '_tillwright';
/** Upper limit of the input length before parsing. */
const MAX_INPUT_LENGTH = 2000;

/** Name of the TXT record that proves ownership of a host. */
export const getVerificationRecordName = (host: string): string => `${VERIFICATION_RECORD_LABEL}.${host}`;

/** A host in DNS form (lower case, punycode), or an error message. */
type HostResult = { host: string } | { error: string };

const { name: messages } = domainCheckMessages;

const SCHEME = /^[a-z][a-z0-9+.-]*:\/\/+/i;
/** Full stops of other scripts, which browsers treat as dots. */
const DOTS = /[。．｡]/g;
const INVALID_CHARACTER = /[^\p{L}\p{M}\p{N}.\u00b7\u30fb-]/u;
const IPV4 = /^\d+(\.\d+)*$/;

/** Removes scheme, path, port and trailing dot from pasted text. */
const extractName = (input: string): string =>
  input
    .trim()
    .replace(SCHEME, '')
    .replace(/[/?#\\][^]*$/, '')
    .replace(/:\d*$/, '')
    .replace(DOTS, '.')
    .replace(/\.$/, '');

/** Validates the typed text; null if it is fine. */
function validateTypedName(name: string): keyof typeof messages | null {
  if (name === '') return 'empty';
  if (name.includes('@')) return 'email';
  if (name.includes('*')) return 'wildcard';
  if (name.includes('_')) return 'underscore';
  if (/^[[\]\da-f:.]*:[[\]\da-f:.]*$/i.test(name)) return 'ipAddress';
  if (/\s/.test(name)) return 'space';
  if (INVALID_CHARACTER.test(name)) return 'invalidCharacter';
  if (IPV4.test(name)) return 'ipAddress';
  if (/^\.|\.\.|\.$/.test(name)) return 'extraDot';
  if (/(^|\.)-|-(\.|$)/.test(name)) return 'hyphen';
  return null;
}

/** Validates the host in DNS form; null if it is fine. */
function validateHost(host: string): keyof typeof messages | null {
  if (IPV4.test(host)) return 'ipAddress';
  if (getVerificationRecordName(host).length > MAX_HOST_LENGTH) return 'tooLong';
  if (!/^[a-z0-9.-]+$/.test(host) || /^\.|\.\.|\.$/.test(host)) return 'invalidCharacter';
  if (/(^|\.)-|-(\.|$)/.test(host)) return 'hyphen';
  if (!host.includes('.')) return 'noDot';
  return host.split('.').some((label) => label.length > 63) ? 'tooLong' : null;
}

/** Parses typed or pasted text into a host name. Does not check who may use it. */
export function parseHost(input: string): HostResult {
  if (input.length > MAX_INPUT_LENGTH) return { error: messages.tooLong };
  const name = extractName(input);
  const error = validateTypedName(name);
  if (error) return { error: messages[error] };
  // The URL parser normalizes like browsers do: lower case, Unicode normalization, punycode.
  const host = URL.parse(`http://${name}`)?.hostname;
  if (host === undefined)
    return { error: name.length > MAX_HOST_LENGTH ? messages.tooLong : messages.invalidCharacter };
  const hostError = validateHost(host);
  return hostError ? { error: messages[hostError] } : { host };
}

/** Scripts with letters that resemble each other. Scripts that one language combines are not listed. */
const ALPHABETS = [
  /\p{Script=Latin}/u,
  /\p{Script=Cyrillic}/u,
  /\p{Script=Greek}/u,
  /\p{Script=Armenian}/u,
  /\p{Script=Cherokee}/u,
  /\p{Script=Georgian}/u,
  /\p{Script=Hebrew}/u,
  /\p{Script=Arabic}/u,
] as const;

/** Pairs of a character and the Latin letter that it resembles. */
const CONFUSABLE_PAIRS =
  'аa ԁd еe һh іi јj ӏl ոn оo рp ԛq ѕs сc уy ѡw хx ԝw гr вb тt мm нh кk αa βb γy εe ιi κk νv οo ρp τt υu ωw χx ıi ɩi ɪi ǀl ɡg ſs 0o 1l 3e 5s';
const CONFUSABLE_LETTERS = new Map(
  CONFUSABLE_PAIRS.split(' ').map(([letter = '', lookalike = '']) => [letter, lookalike]),
);

/** Visual skeleton of a label: labels with equal skeletons look alike. */
export const getSkeleton = (label: string): string =>
  Array.from(label.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase())
    .map((letter) => CONFUSABLE_LETTERS.get(letter) ?? letter)
    .join('')
    .replaceAll('-', '')
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w')
    .replaceAll('i', 'l');

/** Rejects names that mix alphabets or resemble one of our own labels. Returns an error message or null. */
export function validateDisplayName(name: string, ownLabels: readonly string[]): string | null {
  const labels = name.split('.');
  if (labels.some((label) => ALPHABETS.filter((alphabet) => alphabet.test(label)).length > 1))
    return messages.mixedAlphabets;
  const isLookalike = (label: string) =>
    ownLabels.some((ownLabel) => label !== ownLabel && getSkeleton(label) === getSkeleton(ownLabel));
  return labels.some(isLookalike) ? messages.lookalike : null;
}
