import { expect, test } from 'vitest';

import { detectMediaType } from './detect-media-type.ts';

const latin1 = (text: string) => Buffer.from(text, 'latin1');
const EPUB = `PK\x03\x04${'\0'.repeat(26)}mimetypeapplication/epub+zip`;

test.for([
  ['%PDF-1.7', 'Guide.pdf', 'application/pdf'],
  ['%PDF-1.7', 'Guide.html', 'application/pdf'],
  [EPUB, 'Book.zip', 'application/epub+zip'],
  ['PK\x03\x04rest', 'Pack.zip', 'application/zip'],
  ['PK\x03\x04rest', 'Plan.xlsx', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
  ['PK\x03\x04rest', 'Plugin.vst3', 'application/octet-stream'],
  ['\x89PNG\r\n\x1a\n', 'photo.jpg', 'image/png'],
  ['RIFF\x00\x00\x00\x00WAVEfmt ', 'sound.wav', 'audio/wav'],
  ['\x00\x00\x00\x20ftypisom', 'Lesson 1.mp4', 'video/mp4'],
  ['<!doctype html><script>alert(1)</script>', 'page.html', 'text/plain'],
  ['<svg xmlns="http://www.w3.org/2000/svg">', 'logo.svg', 'text/plain'],
  ['MZ\x90\x00\x03', 'setup.exe', 'application/octet-stream'],
  ['\xff\xfe\xfd', 'data.bin', 'application/octet-stream'],
] as const)('recognizes %j of %s as %s', ([content, name, type]) => {
  expect(detectMediaType(latin1(content), name)).toBe(type);
});

test('recognizes text whose last character is cut', () => {
  expect(detectMediaType(Buffer.from('Grüße, 日本').subarray(0, -1), 'notes.txt')).toBe('text/plain');
});
