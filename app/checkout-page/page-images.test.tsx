import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';

import { LogoImage, getPhoneImagePath, ProductImage } from './page-images.tsx';

const PATH = `/media/${'0123456789abcdef'.repeat(4)}`;

const readAttribute = (html: string, name: string) => new RegExp(`${name}="([^"]*)"`, 'i').exec(html)?.[1];
const renderImage = (layout: 'classic' | 'modern' | 'minimal', size?: { width: number; height: number }) =>
  renderToStaticMarkup(<ProductImage src={`${PATH}.webp`} layout={layout} size={size} />);

test('offers narrower widths and the original, none wider than the original', () => {
  const widths = (width: number) =>
    readAttribute(renderImage('classic', { width, height: 300 }), 'srcset')
      ?.split(', ')
      .map((source) => source.replace(PATH, ''));
  expect(widths(1600)).toEqual(['-480.webp 480w', '-800.webp 800w', '-1200.webp 1200w', '.webp 1600w']);
  expect(widths(800)).toEqual(['-480.webp 480w', '.webp 800w']);
  expect(widths(480)).toBeUndefined();
});

test('renders the intrinsic size and a high fetch priority', () => {
  const html = renderImage('modern', { width: 1600, height: 900 });
  expect([readAttribute(html, 'width'), readAttribute(html, 'height')]).toEqual(['1600', '900']);
  expect([readAttribute(html, 'fetchpriority'), readAttribute(html, 'decoding')]).toEqual(['high', 'async']);
});

test('requests a cropped image in its width before cropping', () => {
  expect(readAttribute(renderImage('minimal', { width: 1600, height: 1600 }), 'sizes')).toBe('calc(72px)');
  expect(readAttribute(renderImage('minimal', { width: 1600, height: 800 }), 'sizes')).toBe('calc((72px) * 2.00)');
});

test('renders an image of unknown size without srcset', () => {
  expect(renderImage('classic')).not.toMatch(/srcset|sizes|width/i);
});

test('fits a logo into its box without enlarging it', () => {
  const getFittedSize = (width: number, height: number) => {
    const html = renderToStaticMarkup(<LogoImage src="/logo.webp" alt="Vane" size={{ width, height }} />);
    return [Number(readAttribute(html, 'width')), Number(readAttribute(html, 'height'))];
  };
  expect(getFittedSize(600, 180)).toEqual([150, 45]);
  expect(getFittedSize(100, 100)).toEqual([48, 48]);
  expect(getFittedSize(40, 20)).toEqual([40, 20]);
  expect(getFittedSize(600, 1)).toEqual([150, 1]);
});

test('selects a narrow image for phones, the narrowest for the minimal layout', () => {
  expect(getPhoneImagePath(`${PATH}.webp`, 'modern')).toBe(`${PATH}-1200.webp`);
  expect(getPhoneImagePath(`${PATH}.webp`, 'minimal')).toBe(`${PATH}-480.webp`);
  expect(getPhoneImagePath('/samples/pot.svg', 'minimal')).toBe('/samples/pot.svg');
});

test('loads an image inside another screen lazily', () => {
  const html = renderToStaticMarkup(<ProductImage src="/media/a.webp" layout="classic" eager={false} />);
  expect(html).toContain('loading="lazy"');
  expect(html).not.toContain('fetchPriority');
});
