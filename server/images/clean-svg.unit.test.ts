import fc from 'fast-check';
import { XMLValidator } from 'fast-xml-parser';
import { expect, test } from 'vitest';

import { propertyRuns } from '#domain/arbitraries/property-runs.ts';

import { CLEANED, svgWith } from '../testing/svg-corpus.ts';
import { cleanSvg } from './clean-svg.ts';

const BOX = { width: 600, height: 180 };
const clean = (svg: string): string => cleanSvg(Buffer.from(svg), BOX);

const HOSTILE =
  /<script|<\w+:|foreignobject|<image|<animate|<set|<a\b|<handler|<filter|\son\w+\s*=|href="[^#]|url\([^#"'&]|@import|javascript:|filter|mask|file:|evil\.example/i;

test.for(Object.entries(CLEANED))('removes %s from an SVG', ([, svg]) => {
  const output = clean(svg);
  expect(output.replace(/<title>.*?<\/title>/, '')).not.toMatch(HOSTILE);
  expect(output).not.toContain('<script');
  expect(output).toMatch(/<rect width="200" height="60" fill="#0a7"><\/rect><\/svg>$/);
});

test('keeps drawing elements and attributes unchanged', () => {
  const content =
    '<defs><linearGradient id="l" x1="0"><stop offset="1" stop-color="red"/></linearGradient></defs>' +
    '<g transform="scale(2)"><path d="M0 0h9z" fill="url(#l)" style="stroke:url(\'#l\');opacity:.5"/>' +
    '<text x="3" font-family="Inter">A &amp; B &#x2014; &lt;C&gt; <tspan dy="2">D</tspan></text></g>';
  const output = clean(svgWith(content));
  for (const fragment of [
    '<stop offset="1" stop-color="red"></stop>',
    '<g transform="scale(2)">',
    'fill="url(#l)" style="stroke:url(\'#l\');opacity:.5"',
    'A &amp; B — &lt;C&gt; <tspan dy="2">D</tspan>',
  ])
    expect(output).toContain(fragment);
});

test('keeps the colors of a style sheet without its filters', () => {
  const output = clean(svgWith('<style><![CDATA[.a{fill:red;filter:blur(9px);opacity:1}]]></style>'));
  expect(output).toContain('<style>.a{fill:red;;opacity:1}</style>');
});

test('fits the size into the box and keeps the viewBox', () => {
  const sizeOf = (attributes: string) => {
    const root = clean(`<svg ${attributes}/>`);
    return ['width', 'height', 'viewBox'].map((name) => new RegExp(` ${name}="(.*?)"`).exec(root)?.[1]);
  };
  expect(sizeOf('viewBox="-5 -5 10 10"')).toEqual(['180', '180', '-5 -5 10 10']);
  expect(sizeOf('width="2in" height="96"')).toEqual(['360', '180', '0 0 192 96']);
  expect(sizeOf('width="100" viewBox="0,0,50,25"')).toEqual(['360', '180', '0,0,50,25']);
  expect(sizeOf('width="-1" height="0" viewBox="0 0 x 1"')).toEqual(['360', '180', '0 0 300 150']);
  expect(sizeOf('width="1e5000" height="1e-5000"')).toEqual(['360', '180', '0 0 300 150']);
  expect(sizeOf('width="1e300" viewBox="0 0 1e-300 1e300"')).toEqual(['360', '180', '0 0 300 150']);
});

const anyFragment = fc.constantFrom(
  '<script>',
  '</script>',
  '<![CDATA[',
  ']]>',
  '&lt;script&gt;',
  '&#60;script&#62;',
  '&amp;lt;script',
  '<g onload="x">',
  '</g>',
  '<use href="#a"/>',
  '<image href="x"/>',
  '<title>"\'>',
  '</title>',
  '<style>*{}',
  '</style>',
  '<!--',
  '-->',
  '<?x ?>',
  '&#0;',
  '&#xd800;',
  '\u0001',
  '<text id="a">hi</text>',
  '<rect style="fill:url(javascript:x)"/>',
);

test('refuses any input or returns a clean and well-formed SVG', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(anyFragment, fc.string({ unit: 'binary' })), { maxLength: 12 }), (fragments) => {
      let output = '';
      try {
        output = clean(`<svg>${fragments.join('')}</svg>`);
      } catch {
        return;
      }
      expect(XMLValidator.validate(output)).toBe(true);
      expect(output).not.toMatch(/<script|<image|\sonload=|url\(javascript/i);
    }),
    { numRuns: propertyRuns(2000) },
  );
});

test('refuses or renders any bytes without other effects', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
      expect(() => cleanSvg(bytes, BOX)).toThrow(Error);
    }),
  );
});
