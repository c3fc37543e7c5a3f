import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';

import { LogoImage, phonePicture, ProductPicture } from './pictures.tsx';

const PATH = `/media/${'0123456789abcdef'.repeat(4)}`;

const attribute = (html: string, name: string) => new RegExp(`${name}="([^"]*)"`, 'i').exec(html)?.[1];
const drawn = (layout: 'classic' | 'modern' | 'minimal', size?: { width: number; height: number }) =>
  renderToStaticMarkup(<ProductPicture src={`${PATH}.webp`} layout={layout} size={size} />);

test('offers narrower widths and the original, none wider than the original', () => {
  const widths = (width: number) =>
    attribute(drawn('classic', { width, height: 300 }), 'srcset')
      ?.split(', ')
      .map((source) => source.replace(PATH, ''));
  expect(widths(1600)).toEqual(['-480.webp 480w', '-800.webp 800w', '-1200.webp 1200w', '.webp 1600w']);
  expect(widths(800)).toEqual(['-480.webp 480w', '.webp 800w']);
  expect(widths(480)).toBeUndefined();
});

test('renders the intrinsic size and a high fetch priority', () => {
  const html = drawn('modern', { width: 1600, height: 900 });
  expect([attribute(html, 'width'), attribute(html, 'height')]).toEqual(['1600', '900']);
  expect([attribute(html, 'fetchpriority'), attribute(html, 'decoding')]).toEqual(['high', 'async']);
});

test('requests a cropped image in its width before cropping', () => {
  expect(attribute(drawn('minimal', { width: 1600, height: 1600 }), 'sizes')).toBe('calc(72px)');
  expect(attribute(drawn('minimal', { width: 1600, height: 800 }), 'sizes')).toBe('calc((72px) * 2.00)');
});

test('renders an image of unknown size without srcset', () => {
  expect(drawn('classic')).not.toMatch(/srcset|sizes|width/i);
});

test('fits a logo into its box without enlarging it', () => {
  const placeOf = (width: number, height: number) => {
    const html = renderToStaticMarkup(<LogoImage src="/logo.webp" alt="Vane" size={{ width, height }} />);
    return [Number(attribute(html, 'width')), Number(attribute(html, 'height'))];
  };
  expect(placeOf(600, 180)).toEqual([150, 45]);
  expect(placeOf(100, 100)).toEqual([48, 48]);
  expect(placeOf(40, 20)).toEqual([40, 20]);
  expect(placeOf(600, 1)).toEqual([150, 1]);
});

test('selects a narrow image for phones, the narrowest for the minimal layout', () => {
  expect(phonePicture(`${PATH}.webp`, 'modern')).toBe(`${PATH}-1200.webp`);
  expect(phonePicture(`${PATH}.webp`, 'minimal')).toBe(`${PATH}-480.webp`);
  expect(phonePicture('/samples/pot.svg', 'minimal')).toBe('/samples/pot.svg');
});

test('loads an image inside another screen lazily', () => {
  const html = renderToStaticMarkup(<ProductPicture src="/media/a.webp" layout="classic" atOnce={false} />);
  expect(html).toContain('loading="lazy"');
  expect(html).not.toContain('fetchPriority');
});
