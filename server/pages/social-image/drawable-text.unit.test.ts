import { expect, test } from 'vitest';

import { drawableText, withoutEmoji } from '#server/images/social-image/render-social-image.ts';
import { loadTextFonts } from '#server/images/social-image/social-fonts.ts';

const drawableIn = async (text: string) => {
  const { characters } = await loadTextFonts('name', 'Lora', withoutEmoji(text));
  return drawableText(text, characters);
};

test('draws European, Hebrew, Vietnamese and Hindi text in any font of the seller', async () => {
  for (const text of ['Čeština & ½ “ø”', 'Курс керамики', 'Οδηγός', 'קורס קרמיקה', 'Tiếng Việt', 'हिन्दी'])
    expect(await drawableIn(text)).toBe(text);
});

test('removes emoji and invisible characters without a gap', async () => {
  expect(await drawableIn('👩‍👩‍👧‍👦 Party\u00ad 🏳️‍🌈 kit 🎉!')).toBe('Party kit!');
  expect(await drawableIn('\u202eleft\u202c \u0007 right')).toBe('left right');
});

test('omits a few characters that no font contains', async () => {
  expect(await drawableIn('Introduction to pottery · 陶')).toBe('Introduction to pottery');
});

test('omits a text that is mostly not drawable', async () => {
  for (const text of ['陶芸教室', '陶芸 kit', 'مرحبا بالعالم', '🎉', '']) expect(await drawableIn(text)).toBe('');
});
