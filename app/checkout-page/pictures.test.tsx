import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';

import { LogoImage, phonePicture, ProductPicture } from './pictures.tsx';

const PATH = `/media/${'0123456789abcdef'.repeat(4)}`;

const attribute = (html: string, name: string) => new RegExp(`${name}="([^"]*)"`, 'i').exec(html)?.[1];
const drawn = (layout: 'classic' | 'modern' | 'minimal', size?: { width: number; height: number }) =>
  renderToStaticMarkup(<ProductPicture src={`${PATH}.webp`} layout={layout} size={size} />);

test('a picture offers its narrower widths and itself, none wider than it is', () => {
  const widths = (width: number) =>
    attribute(drawn('classic', { width, height: 300 }), 'srcset')
      ?.split(', ')
      .map((source) => source.replace(PATH, ''));
  expect(widths(1600)).toEqual(['-480.webp 480w', '-800.webp 800w', '-1200.webp 1200w', '.webp 1600w']);
  expect(widths(800)).toEqual(['-480.webp 480w', '.webp 800w']);
  expect(widths(480)).toBeUndefined();
});

test('a picture says its own size, and is asked for before everything else', () => {
  const html = drawn('modern', { width: 1600, height: 900 });
  expect([attribute(html, 'width'), attribute(html, 'height')]).toEqual(['1600', '900']);
  expect([attribute(html, 'fetchpriority'), attribute(html, 'decoding')]).toEqual(['high', 'async']);
});

test('a picture that is cut at its sides is asked for as wide as it is before the cut', () => {
  expect(attribute(drawn('minimal', { width: 1600, height: 1600 }), 'sizes')).toBe('calc(72px)');
  expect(attribute(drawn('minimal', { width: 1600, height: 800 }), 'sizes')).toBe('calc((72px) * 2.00)');
});

test('a picture whose size nobody knows comes as it is', () => {
  expect(drawn('classic')).not.toMatch(/srcset|sizes|width/i);
});

test('a logo keeps its place: fitted into its box, never enlarged', () => {
  const placeOf = (width: number, height: number) => {
    const html = renderToStaticMarkup(<LogoImage src="/logo.webp" alt="Vane" size={{ width, height }} />);
    return [Number(attribute(html, 'width')), Number(attribute(html, 'height'))];
  };
  expect(placeOf(600, 180)).toEqual([150, 45]);
  expect(placeOf(100, 100)).toEqual([48, 48]);
  expect(placeOf(40, 20)).toEqual([40, 20]);
  expect(placeOf(600, 1)).toEqual([150, 1]);
});

test('a phone takes a narrow picture, the narrowest where it is a stamp', () => {
  expect(phonePicture(`${PATH}.webp`, 'modern')).toBe(`${PATH}-1200.webp`);
  expect(phonePicture(`${PATH}.webp`, 'minimal')).toBe(`${PATH}-480.webp`);
  expect(phonePicture('/samples/pot.svg', 'minimal')).toBe('/samples/pot.svg');
});

test('a picture inside another screen waits until it comes into view', () => {
  const html = renderToStaticMarkup(<ProductPicture src="/media/a.webp" layout="classic" atOnce={false} />);
  expect(html).toContain('loading="lazy"');
  expect(html).not.toContain('fetchPriority');
});
