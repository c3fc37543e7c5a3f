/** The characters for which a TrueType font has a glyph, read from its `cmap` table (formats 4 and 12). */
export function readFontCharacters(font: Uint8Array): Set<string> {
  const view = new DataView(font.buffer, font.byteOffset, font.byteLength);
  const cmap = findTable(view, 'cmap');
  const codes = new Set<number>();
  for (let record = 0; record < view.getUint16(cmap + 2); record++) {
    const subtable = cmap + view.getUint32(cmap + 8 + record * 8);
    const format = view.getUint16(subtable);
    if (format === 4) addSegments(view, subtable, codes);
    if (format === 12) addGroups(view, subtable, codes);
  }
  return new Set([...codes].map((code) => String.fromCodePoint(code)));
}

function findTable(view: DataView, tag: string): number {
  for (let entry = 12; entry < 12 + view.getUint16(4) * 16; entry += 16) {
    const name = [0, 1, 2, 3].map((byte) => String.fromCharCode(view.getUint8(entry + byte))).join('');
    if (name === tag) return view.getUint32(entry + 8);
  }
  throw new Error(`The font has no ${tag} table`);
}

function addSegments(view: DataView, subtable: number, codes: Set<number>): void {
  const arrayBytes = view.getUint16(subtable + 6);
  const [endCodes, startCodes] = [subtable + 14, subtable + 16 + arrayBytes];
  for (let segment = 0; segment < arrayBytes; segment += 2) {
    const start = view.getUint16(startCodes + segment);
    const delta = view.getUint16(startCodes + arrayBytes + segment);
    const offsetPosition = startCodes + 2 * arrayBytes + segment;
    const offset = view.getUint16(offsetPosition);
    for (let code = start; code <= view.getUint16(endCodes + segment) && code < 0xffff; code++) {
      const glyph = offset === 0 ? code + delta : view.getUint16(offsetPosition + offset + 2 * (code - start));
      if ((glyph & 0xffff) !== 0) codes.add(code);
    }
  }
}

function addGroups(view: DataView, subtable: number, codes: Set<number>): void {
  for (let group = 0; group < view.getUint32(subtable + 12); group++) {
    const entry = subtable + 16 + group * 12;
    for (let code = view.getUint32(entry); code <= view.getUint32(entry + 4); code++) codes.add(code);
  }
}
