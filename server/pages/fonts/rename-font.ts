/** As short as the shortest name of a font, which it replaces. */
const NEW_NAME = 'Page';
/** Entries of the `name` table with the name of the font: family, identifier, full name, PostScript name, typographic family. */
const NAME_IDS: readonly number[] = [1, 3, 4, 6, 16];
const MACINTOSH = 1;

/**
 * Gives a TrueType font another name, in place: the Open Font License reserves the names of some fonts for unmodified versions.
 * Stylesheets choose the family name on their own.
 */
export function renameFont(font: Buffer): Buffer {
  const table = findTable(font, 'name');
  const strings = table + font.readUInt16BE(table + 4);
  for (let index = 0; index < font.readUInt16BE(table + 2); index++) {
    const entry = table + 6 + index * 12;
    if (!NAME_IDS.includes(font.readUInt16BE(entry + 6))) continue;
    const isMacintosh = font.readUInt16BE(entry) === MACINTOSH;
    const name = isMacintosh ? Buffer.from(NEW_NAME, 'latin1') : Buffer.from(NEW_NAME, 'utf16le').swap16();
    name.copy(font, strings + font.readUInt16BE(entry + 10));
    font.writeUInt16BE(name.length, entry + 8);
  }
  return font;
}

/** Returns the offset of a table; see the table directory of OpenType. */
function findTable(font: Buffer, tag: string): number {
  for (let index = 0; index < font.readUInt16BE(4); index++) {
    const entry = 12 + index * 16;
    if (font.toString('latin1', entry, entry + 4) === tag) return font.readUInt32BE(entry + 8);
  }
  throw new Error(`The font has no table ${tag}`);
}
