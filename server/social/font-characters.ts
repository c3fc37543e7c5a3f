/** The characters for which a TrueType font has a glyph, read from its `cmap` table (formats 4 and 12). */
export function fontCharacters(font: Uint8Array): Set<string> {
  const view = new DataView(font.buffer, font.byteOffset, font.byteLength);
  const cmap = tableAt(view, 'cmap');
  const codes = new Set<number>();
  for (let record = 0; record < view.getUint16(cmap + 2); record++) {
    const at = cmap + view.getUint32(cmap + 8 + record * 8);
    const format = view.getUint16(at);
    if (format === 4) addSegments(view, at, codes);
    if (format === 12) addGroups(view, at, codes);
  }
  return new Set([...codes].map((code) => String.fromCodePoint(code)));
}

function tableAt(view: DataView, tag: string): number {
  for (let entry = 12; entry < 12 + view.getUint16(4) * 16; entry += 16) {
    const name = [0, 1, 2, 3].map((byte) => String.fromCharCode(view.getUint8(entry + byte))).join('');
    if (name === tag) return view.getUint32(entry + 8);
  }
  throw new Error(`The font has no ${tag} table`);
}

function addSegments(view: DataView, at: number, codes: Set<number>): void {
  const bytes = view.getUint16(at + 6);
  const [ends, starts] = [at + 14, at + 16 + bytes];
  for (let segment = 0; segment < bytes; segment += 2) {
    const start = view.getUint16(starts + segment);
    const delta = view.getUint16(starts + bytes + segment);
    const place = starts + 2 * bytes + segment;
    const offset = view.getUint16(place);
    for (let code = start; code <= view.getUint16(ends + segment) && code < 0xffff; code++) {
      const glyph = offset === 0 ? code + delta : view.getUint16(place + offset + 2 * (code - start));
      if ((glyph & 0xffff) !== 0) codes.add(code);
    }
  }
}

function addGroups(view: DataView, at: number, codes: Set<number>): void {
  for (let group = 0; group < view.getUint32(at + 12); group++) {
    const entry = at + 16 + group * 12;
    for (let code = view.getUint32(entry); code <= view.getUint32(entry + 4); code++) codes.add(code);
  }
}
