/** SVG files that tests upload as logos. Used by tests only. */
import type { UploadCase } from './image-corpus.ts';
import { dataUrlOf } from './image-files.ts';

const LINK = 'xmlns:xlink="http://www.w3.org/1999/xlink"';
const SVG = `<svg xmlns="http://www.w3.org/2000/svg" ${LINK} width="200" height="60">`;
const LOGO_RECT = '<rect width="200" height="60" fill="#0a7"/>';

export const svgWith = (content: string): string => `${SVG}${content}${LOGO_RECT}</svg>`;

const billionLaughs = Array.from({ length: 9 }, (_, i) => `<!ENTITY l${i + 1} "${`&l${i};`.repeat(10)}">`).join('');
const useElements = (count: number) => '<use href="#a"/>'.repeat(count);
const useBomb = Array.from({ length: 6 }, (_, i) => `<g id="b${i + 1}">${`<use href="#b${i}"/>`.repeat(8)}</g>`);
const blurs = Array.from({ length: 1000 }, () => '<feGaussianBlur stdDeviation="300"/>').join('');

/** None of these has an effect on the pixels. */
export const INERT: Record<string, string> = {
  'a script': svgWith('<script>alert(1)</script>'),
  'a script in capitals': svgWith('<SCRIPT>alert(1)</SCRIPT>'),
  'a script in a CDATA section': svgWith('<script><![CDATA[alert(1)]]></script>'),
  'a script by address': svgWith('<script xlink:href="https://evil.example/a.js"/>'),
  'a script in a title': svgWith('<title>&lt;script&gt;alert(1)&lt;/script&gt;</title>'),
  'a prefixed script': svgWith('<x:script xmlns:x="http://www.w3.org/2000/svg">alert(1)</x:script>'),
  'an onload': svgWith('').replace('<svg', '<svg onload="alert(1)"'),
  'an onclick on a shape': svgWith('<circle r="4" onclick="alert(1)" OnMouseOver="alert(2)"/>'),
  'a foreignObject': svgWith('<foreignObject><body xmlns="http://www.w3.org/1999/xhtml">hi</body></foreignObject>'),
  'an outer image': svgWith('<image href="http://169.254.169.254/latest" width="9" height="9"/>'),
  'a local file': svgWith('<image xlink:href="file:///etc/passwd" width="9" height="9"/>'),
  'an image in a data URL': svgWith('<image href="data:image/svg+xml;base64,PHN2Zy8+" width="9" height="9"/>'),
  'an outer use': svgWith('<use href="https://evil.example/a.svg#a"/>'),
  'a javascript link': svgWith('<a href="javascript:alert(1)"><rect width="9" height="9"/></a>'),
  'a written-out javascript link': svgWith('<use href="&#106;avascript:alert(1)"/>'),
  'an imported style sheet': svgWith('<style>@import "https://evil.example/a.css";</style>'),
  'an address in a style sheet': svgWith('<style>rect{fill:url(https://evil.example/a)}</style>'),
  'an escaped address in a style sheet': svgWith('<style>rect{fill:u\\72l(https://evil.example/a)}</style>'),
  'an address in a style': svgWith('<rect style="fill:url(https://evil.example/a)" width="9" height="9"/>'),
  'an address in a fill': svgWith('<rect fill="url(https://evil.example/a#b)" width="9" height="9"/>'),
  'an animation': svgWith(
    '<rect width="9" height="9"><animate attributeName="href" to="javascript:x"/><set to="x"/></rect>',
  ),
  'an event handler element': svgWith('<handler type="text/javascript">alert(1)</handler>'),
  'an XInclude': svgWith('<xi:include xmlns:xi="http://www.w3.org/2001/XInclude" href="file:///etc/passwd"/>'),
  'a style sheet by instruction': `<?xml version="1.0"?><?xml-stylesheet href="https://evil.example/a.css"?>${svgWith('')}`,
  'a filter in a style': svgWith('<rect width="9" height="9" style="fill:red;filter/**/:blur(900px)"/>'),
  'a mask and a pattern': svgWith(
    '<mask id="m"><rect/></mask><pattern id="p"><rect/></pattern><rect mask="url(#m)" fill="url(#p)"/>',
  ),
};

const acceptedCases: [string, string, [number, number]][] = [
  [
    'an SVG with a document type is drawn',
    `<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "x.dtd">${svgWith('')}`,
    [600, 180],
  ],
  ['an SVG that uses itself is drawn', svgWith('<g id="a"><use xlink:href="#a"/></g>'), [600, 180]],
  ['an SVG of 2001 elements is drawn', `${SVG}${'<path/>'.repeat(2000)}</svg>`, [600, 180]],
  ['a logo SVG is drawn to fill the box', svgWith(''), [600, 180]],
  ['an SVG behind a byte order mark is drawn', `\ufeff${svgWith('')}`, [600, 180]],
  ['an SVG behind a comment is drawn', `<?xml version="1.0"?>\n<!-- made by hand -->\n${svgWith('')}`, [600, 180]],
  ['an SVG with a viewBox only is drawn', '<svg viewBox="0 0 24 24"><circle r="9"/></svg>', [180, 180]],
  ['an SVG without any size is cropped to its drawing', '<svg><circle r="9"/></svg>', [180, 180]],
  ['an SVG in millimetres is drawn', '<svg width="40mm" height="20mm"><circle r="9"/></svg>', [360, 180]],
  [
    'an SVG in per cent is drawn',
    '<svg width="100%" height="100%" viewBox="0 0 30 10"><circle r="9"/></svg>',
    [540, 180],
  ],
  [
    'an SVG of a million pixels is drawn small',
    '<svg width="999999" height="999999"><circle r="9"/></svg>',
    [180, 180],
  ],
  ['a hair of an SVG is one pixel high', '<svg width="9999" height="1"><rect width="9" height="9"/></svg>', [600, 1]],
  [
    'gradients, clip paths and use are drawn',
    svgWith(
      `<defs><linearGradient id="l"><stop offset="0"/></linearGradient><clipPath id="c"><rect width="9" height="9"/></clipPath><g id="a"><path d="M0 0h9v9z" fill="url(#l)" clip-path="url('#c')"/></g></defs>${useElements(50)}`,
    ),
    [600, 180],
  ],
];

const rejectedCases: [string, string, 'image_unreadable' | 'logo_too_large'][] = [
  [
    'an outer entity cannot be read',
    `<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>${svgWith('<text>&x;</text>')}`,
    'image_unreadable',
  ],
  [
    'a billion laughs cannot be read',
    `<!DOCTYPE svg [<!ENTITY l0 "ha">${billionLaughs}]>${svgWith('<text>&l9;</text>')}`,
    'image_unreadable',
  ],
  [
    'a bomb of nested use ends at the time limit',
    svgWith(`<g id="b0"><rect/></g>${useBomb.join('')}<use href="#b6"/>`),
    'image_unreadable',
  ],
  [
    'a filter bomb ends at the time limit',
    svgWith(`<filter id="f">${blurs}</filter><rect width="2000" height="2000" filter="url(#f)"/>`),
    'image_unreadable',
  ],
  ['an SVG without content and size cannot be read', '<svg><g/></svg>', 'image_unreadable'],
  ['two roots cannot be read', '<svg></svg><svg></svg>', 'image_unreadable'],
  ['2000 comments without an svg cannot be read', '<!-- -->'.repeat(2000), 'image_unreadable'],
  ['an SVG that is cut cannot be read', svgWith('').slice(0, -8), 'image_unreadable'],
  [
    'an SVG of another alphabet cannot be read',
    Buffer.from(svgWith('<title>Müller</title>'), 'latin1').toString('latin1').replace('<svg', '\u0000<svg'),
    'image_unreadable',
  ],
  ['a page called SVG cannot be read', '<html><svg></svg></html>', 'image_unreadable'],
  ['an SVG of more than 256 kB is refused', svgWith(`<desc>${'x'.repeat(256 * 1024)}</desc>`), 'logo_too_large'],
];

export const svgCases = (): UploadCase[] =>
  [
    ...Object.entries(INERT).map(([what, svg]): [string, string, [number, number]] => [
      `an SVG with ${what} is drawn without it`,
      svg,
      [600, 180],
    ]),
    ...acceptedCases,
    ...rejectedCases,
  ].map(([name, svg, outcome]) => ({ name, use: 'logo', dataUrl: dataUrlOf('image/svg+xml', svg), outcome }));
