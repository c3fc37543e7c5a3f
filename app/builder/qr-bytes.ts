/** Codewords of QR codes at error correction level M, versions 1 to 9 (ISO/IEC 18004). */
type Version = { total: number; blocks: number; correction: number };

const VERSIONS: readonly Version[] = [
  { total: 26, blocks: 1, correction: 10 },
  { total: 44, blocks: 1, correction: 16 },
  { total: 70, blocks: 1, correction: 26 },
  { total: 100, blocks: 2, correction: 18 },
  { total: 134, blocks: 2, correction: 24 },
  { total: 172, blocks: 4, correction: 16 },
  { total: 196, blocks: 4, correction: 18 },
  { total: 242, blocks: 4, correction: 22 },
  { total: 292, blocks: 5, correction: 22 },
];

const dataRoom = ({ total, blocks, correction }: Version): number => total - blocks * correction;

/** Product in the field of 256 elements that QR codes count in. */
function times(one: number, other: number): number {
  let product = 0;
  for (let bit = 7; bit >= 0; bit--) {
    product = (product << 1) ^ ((product >>> 7) * 0x11d);
    product ^= ((other >>> bit) & 1) * one;
  }
  return product;
}

/** The generator polynomial of a degree, highest power left out. */
function generatorOf(degree: number): number[] {
  const terms: number[] = Array.from({ length: degree }, (_, place) => (place === degree - 1 ? 1 : 0));
  let root = 1;
  for (let round = 0; round < degree; round++) {
    for (let place = 0; place < degree; place++)
      terms[place] = times(terms[place] ?? 0, root) ^ (terms[place + 1] ?? 0);
    root = times(root, 2);
  }
  return terms;
}

/** The Reed-Solomon remainder that lets a reader mend a block. */
export function correctionOf(block: readonly number[], degree: number): number[] {
  const generator = generatorOf(degree);
  let rest: number[] = Array.from({ length: degree }, () => 0);
  for (const byte of block) {
    const factor = byte ^ (rest[0] ?? 0);
    rest = [...rest.slice(1), 0].map((term, place) => term ^ times(generator[place] ?? 0, factor));
  }
  return rest;
}

/** Byte mode, its length, the bytes, and filler up to the version's room. */
function dataOf(bytes: Uint8Array, room: number): number[] {
  const halves = [4, bytes.length >> 4, bytes.length & 15];
  for (const byte of bytes) halves.push(byte >> 4, byte & 15);
  halves.push(0);
  const data: number[] = [];
  for (let place = 0; place < halves.length; place += 2)
    data.push(((halves[place] ?? 0) << 4) | (halves[place + 1] ?? 0));
  for (let pad = 0xec; data.length < room; pad ^= 0xfd) data.push(pad);
  return data;
}

/** The first codewords of all blocks, then the second ones, and so on; shorter blocks skip. */
const interleaved = (blocks: readonly number[][]): number[] =>
  Array.from({ length: Math.max(...blocks.map(({ length }) => length)) }, (_, place) =>
    blocks.flatMap((block) => block[place] ?? []),
  ).flat();

/** The smallest version that holds a text, and its codewords as they are laid; null for a text beyond 180 bytes. */
export function codewordsOf(text: string): { version: number; codewords: number[] } | null {
  const bytes = new TextEncoder().encode(text);
  const index = VERSIONS.findIndex((version) => dataRoom(version) >= bytes.length + 2);
  const version = VERSIONS[index];
  if (!version) return null;
  const data = dataOf(bytes, dataRoom(version));
  const short = Math.floor(data.length / version.blocks);
  const longer = data.length % version.blocks;
  const blocks = Array.from({ length: version.blocks }, (_, place) => {
    const start = place * short + Math.max(0, place - (version.blocks - longer));
    return data.slice(start, start + short + (place >= version.blocks - longer ? 1 : 0));
  });
  const corrections = blocks.map((block) => correctionOf(block, version.correction));
  return { version: index + 1, codewords: [...interleaved(blocks), ...interleaved(corrections)] };
}
