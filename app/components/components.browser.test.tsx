import axe from 'axe-core';
import { createRoutesStub } from 'react-router';
import { expect, test } from 'vitest';
import { render } from 'vitest-browser-react';
import { page } from 'vitest/browser';

import '#app/app.css';
import { ComponentGallery } from './component-gallery.tsx';

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

test.each([1280, 390])('has no accessibility violations and no sideways scrolling at %i pixels', async (width) => {
  await page.viewport(width, 900);
  const Gallery = createRoutesStub([{ path: '/', Component: ComponentGallery }]);
  await render(<Gallery />);
  await expect.element(page.getByRole('heading', { name: 'Dark' })).toBeVisible();
  const { violations } = await axe.run(document.querySelector('main') ?? document, {
    runOnly: RULES,
    rules: { 'target-size': { enabled: true } },
  });
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`)).toEqual([]);
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
  await page.viewport(1280, 900);
});
