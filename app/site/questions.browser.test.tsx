import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';

import { LANDING_FAQ } from '#content/landing-faq.ts';

import { Questions } from './questions.tsx';
import { openOneQuestion } from './script/questions.ts';

test('keeps one question open in browsers that do not support the name of details', async () => {
  const { container } = await render(<Questions title="Questions" questions={LANDING_FAQ} />);
  const all = [...container.querySelectorAll('details')];
  for (const details of all) details.removeAttribute('name');
  openOneQuestion();
  const open = () => all.flatMap((details, index) => (details.open ? [index] : []));
  expect(open()).toEqual([0]);
  for (const index of [3, 7]) {
    await page.getByText(LANDING_FAQ[index]?.question ?? '').click();
    await expect.poll(open).toEqual([index]);
  }
  await page.getByText(LANDING_FAQ[7]?.question ?? '').click();
  await expect.poll(open).toEqual([]);
});
