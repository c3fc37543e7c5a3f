import axe from 'axe-core';
import { createRoutesStub } from 'react-router';
import { expect, test } from 'vitest';
import { render } from 'vitest-browser-react';
import { cdp, page } from 'vitest/browser';

import '#app/app.css';
import { ComponentGallery } from './testing/component-gallery.tsx';

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

/** Controls whose own box, or whose label, is smaller than 44 pixels in height. */
function findSmallTargets(root: ParentNode): string[] {
  const controls = root.querySelectorAll<HTMLElement>(
    'button, input, select, textarea, [role="tab"], [role="menuitem"]',
  );
  return [...controls]
    .filter((control) => {
      const isInLabel = control.matches('[type="checkbox"], [type="radio"]');
      const target = (isInLabel && control.closest('label, .switch')) || control;
      return target.checkVisibility() && target.getBoundingClientRect().height < 44;
    })
    .map((control) => control.outerHTML);
}

test('has targets of 44 pixels on touch screens', async () => {
  const session = cdp();
  await session.send('Emulation.setTouchEmulationEnabled', { enabled: true });
  await expect.poll(() => window.matchMedia('(pointer: coarse)').matches).toBe(true);
  const Gallery = createRoutesStub([{ path: '/', Component: ComponentGallery }]);
  await render(<Gallery />);
  await page.getByRole('button', { name: 'FormDialog' }).first().click();
  await expect.element(page.getByRole('dialog')).toBeVisible();
  expect(findSmallTargets(document)).toEqual([]);
  await session.send('Emulation.setTouchEmulationEnabled', { enabled: false });
});
