import { DELIVERABLE_LIMITS } from './deliverable.ts';
import { cleanLine } from './text.ts';

const FALLBACK_NAME = 'file';
/** Characters that Windows does not allow in names. */
const FORBIDDEN_CHARACTERS = /[<>:"|?*]/g;
/** Names that Windows reserves for devices, with any extension. */
const RESERVED_NAME = /^(?:con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/i;
/** Longest extension that is preserved when a name is shortened, with its dot. */
const MAX_EXTENSION = 16;

/** The extension of a file name in lower case, without its dot; empty if it has none. */
export const getFileExtension = (name: string): string =>
  /[^.]\.([a-z0-9]{1,15})$/i.exec(name)?.[1]?.toLowerCase() ?? '';

/** A leading dot hides a file, and Windows drops dots and blanks at the end. */
const trimName = (name: string): string => name.replace(/^[.\s]+|[.\s]+$/g, '');

/**
 * Cleans the name of an uploaded file, so that buyers on any system can save it under this name: without folders, control
 * characters, direction marks, and the names of devices.
 */
export function cleanFileName(input: string): string {
  const withoutFolders = input.split(/[/\\]/).at(-1) ?? '';
  const visible = cleanLine(withoutFolders.replace(/\p{Default_Ignorable_Code_Point}/gu, ''));
  const name = trimName(visible.replace(FORBIDDEN_CHARACTERS, '_')).replace(RESERVED_NAME, '_$&');
  return trimName(shorten(name)) || FALLBACK_NAME;
}

/** Shortens the part before the extension. */
function shorten(name: string): string {
  const characters = Array.from(name);
  if (characters.length <= DELIVERABLE_LIMITS.fileName) return name;
  const dot = characters.lastIndexOf('.');
  const extension = dot > 0 && characters.length - dot <= MAX_EXTENSION ? characters.slice(dot) : [];
  return [...characters.slice(0, DELIVERABLE_LIMITS.fileName - extension.length), ...extension].join('');
}
