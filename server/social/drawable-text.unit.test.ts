import { expect, test } from 'vitest';

import { drawableText, withoutEmoji } from './drawable-text.ts';
import { textFonts } from './social-fonts.ts';

const drawnBy = async (text: string) => {
  const { letters } = await textFonts('name', 'Lora', withoutEmoji(text));
  return drawableText(text, letters);
};

test('letters of Europe, Israel, Vietnam and India are drawn whatever the seller’s face has', async () => {
  for (const text of ['Čeština & ½ “ø”', 'Курс керамики', 'Οδηγός', 'קורס קרמיקה', 'Tiếng Việt', 'हिन्दी'])
    expect(await drawnBy(text)).toBe(text);
});

test('emoji and unseen characters leave no gap', async () => {
  expect(await drawnBy('👩‍👩‍👧‍👦 Party\u00ad 🏳️‍🌈 kit 🎉!')).toBe('Party kit!');
  expect(await drawnBy('\u202eleft\u202c \u0007 right')).toBe('left right');
});

test('a few letters that nobody has are left out', async () => {
  expect(await drawnBy('Introduction to pottery · 陶')).toBe('Introduction to pottery');
});

test('a text of which little can be drawn is not drawn at all', async () => {
  for (const text of ['陶芸教室', '陶芸 kit', 'مرحبا بالعالم', '🎉', ''])
    expect(await drawnBy(text)).toBe('');
});
