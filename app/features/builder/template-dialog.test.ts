import { expect, test } from 'vitest';

import { PAGE_TEMPLATES, type PageTemplate } from '#content/templates.ts';
import { createEmptyConfig } from '#domain/checkout-page.ts';

import { replaceWithTemplate } from './template-dialog.tsx';

const [course, ebook] = PAGE_TEMPLATES as [PageTemplate, PageTemplate];
const COURSE_PICTURE = '/media/templates/course.webp';
const EBOOK_PICTURE = '/media/templates/e-book.webp';

test('applies a template and keeps what the seller typed', () => {
  const typed = { ...createEmptyConfig(), productName: 'Mine' };
  const applied = replaceWithTemplate(typed, course, COURSE_PICTURE, null);
  expect(applied).toEqual({ ...course.config, productName: 'Mine', productImage: COURSE_PICTURE });
  expect(replaceWithTemplate(applied, course, COURSE_PICTURE, COURSE_PICTURE)).toEqual(applied);
});

test("replaces an image by that of the template unless it is the seller's own", () => {
  const applied = replaceWithTemplate(createEmptyConfig(), course, COURSE_PICTURE, null);
  expect(replaceWithTemplate(applied, ebook, EBOOK_PICTURE, COURSE_PICTURE)).toEqual({
    ...ebook.config,
    productImage: EBOOK_PICTURE,
  });
  const withOwnImage = { ...applied, productImage: '/media/own.webp' };
  expect(replaceWithTemplate(withOwnImage, ebook, EBOOK_PICTURE, COURSE_PICTURE)).toEqual({
    ...ebook.config,
    productImage: '/media/own.webp',
  });
});
