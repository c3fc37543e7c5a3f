import { crc32, deflateSync } from 'node:zlib';

const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

/** Encodes a PNG of a single color (`#rrggbb`) without a library. */
export function solidPng(width: number, height: number, color: string): Buffer {
  const ihdr = Buffer.alloc(13);
  ihdr.writeUInt32BE(width, 0);
  ihdr.writeUInt32BE(height, 4);
  // One bit per pixel, an index into the palette; all are 0.
  ihdr.set([1, 3], 8);
  const rows = deflateSync(Buffer.alloc(height * (1 + Math.ceil(width / 8))));
  const palette = Buffer.from(color.slice(1), 'hex');
  const chunks = [pngChunk('IHDR', ihdr), pngChunk('PLTE', palette), pngChunk('IDAT', rows), pngChunk('IEND')];
  return Buffer.concat([Buffer.from(SIGNATURE), ...chunks]);
}

function pngChunk(type: string, data: Uint8Array = new Uint8Array()): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  checksum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, checksum]);
}
