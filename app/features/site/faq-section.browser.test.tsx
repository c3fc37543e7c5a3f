import { expect, test } from 'vitest';
import { render } from 'vitest-browser-react';
import { page } from 'vitest/browser';

import { keepOneQuestionOpen } from '#app/features/site/enhance/enhancements.ts';
import { LANDING_FAQ } from '#content/landing-faq.ts';

import { FaqSection } from './faq-section.tsx';

test('keeps one question open in browsers that do not support the name of details', async () => {
  const { container } = await render(<FaqSection title="Questions" questions={LANDING_FAQ} />);
  const detailsElements = [...container.querySelectorAll('details')];
  for (const details of detailsElements) details.removeAttribute('name');
  keepOneQuestionOpen();
  const getOpenIndexes = () => detailsElements.flatMap((details, index) => (details.open ? [index] : []));
  expect(getOpenIndexes()).toEqual([0]);
  for (const index of [3, 7]) {
    await page.getByText(LANDING_FAQ[index]?.question ?? '').click();
    await expect.poll(getOpenIndexes).toEqual([index]);
  }
  await page.getByText(LANDING_FAQ[7]?.question ?? '').click();
  await expect.poll(getOpenIndexes).toEqual([]);
});
