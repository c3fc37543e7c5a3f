import { expect, onTestFinished, test } from 'vitest';
import { cdp, page, userEvent } from 'vitest/browser';

import { lastSavedConfig, openDraft, findPreviewElement } from '#app/testing/builder-fields.ts';
import { focusField, saveByShortcut, getToast } from '#app/testing/builder-screen.ts';

const feature = (position: number) => page.getByLabelText(`Feature ${position}`, { exact: true });
const newFeature = () => page.getByLabelText('New feature');
const numberedFeatures = (count: number): string[] => Array.from({ length: count }, (_, index) => `${index + 1}`);

test('adds features with Enter, trims them and shows them on the page', async () => {
  const { rpc } = await openDraft({ features: [] });
  for (const text of ['One', '  Two  ', '   ']) {
    await newFeature().fill(text);
    await userEvent.keyboard('{Enter}');
  }
  await expect.element(page.getByText('2 of 10', { exact: true })).toBeVisible();
  await expect.element(newFeature()).toHaveFocus();
  await expect.element(feature(2)).toHaveValue('Two');
  await expect.poll(() => findPreviewElement('.co-feats')?.textContent).toBe('OneTwo');
  await saveByShortcut();
  await expect.poll(() => lastSavedConfig(rpc)?.features).toEqual(['One', 'Two']);
});

test('has fields of 44 pixels on touch screens', async () => {
  const session = cdp();
  await session.send('Emulation.setTouchEmulationEnabled', { enabled: true });
  onTestFinished(async () => void (await session.send('Emulation.setTouchEmulationEnabled', { enabled: false })));
  await openDraft({ features: ['One', 'Two'] });
  await expect.element(feature(2)).toBeVisible();
  expect(feature(2).element().clientHeight).toBeGreaterThanOrEqual(44);
});

test('rejects an eleventh feature and keeps it in the field', async () => {
  const { rpc } = await openDraft({ features: numberedFeatures(10) });
  await newFeature().fill('Eleven');
  await userEvent.keyboard('{Enter}');
  await expect.element(getToast('Maximum 10 features reached')).toBeVisible();
  await expect.element(newFeature()).toHaveValue('Eleven');
  expect(rpc.bodiesOf('save-draft')).toEqual([]);
});

test('moves and removes features by keyboard and keeps the focus on them', async () => {
  const { rpc } = await openDraft({ features: numberedFeatures(6) });
  await expect.element(feature(1)).toBeVisible();
  focusField(feature(1));
  await userEvent.keyboard('{Alt>}{ArrowDown}{/Alt}');
  await expect.element(feature(2)).toHaveFocus();
  await expect.element(feature(2)).toHaveValue('1');
  await expect.element(page.getByText('Moved to 2 of 6')).toBeInTheDocument();

  const moveUp = page.getByRole('button', { name: 'Move up: 6' });
  focusField(moveUp);
  for (const position of [5, 4]) {
    await userEvent.keyboard('{Enter}');
    await expect.element(feature(position)).toHaveValue('6');
    await expect.element(moveUp).toHaveFocus();
  }
  await page.getByRole('button', { name: 'Remove: 4' }).click();
  await expect.element(page.getByText('5 of 10', { exact: true })).toBeVisible();
  await expect.element(newFeature()).toHaveFocus();
  await saveByShortcut();
  await expect.poll(() => lastSavedConfig(rpc)?.features).toEqual(['2', '1', '3', '6', '5']);
});

test('removes an emptied feature when the focus leaves the list, in one step that can be undone', async () => {
  await openDraft({ features: ['One', 'Two', 'Three'] });
  await feature(2).fill('');
  await expect.element(feature(3)).toHaveValue('Three');
  focusField(newFeature());
  await expect.element(feature(2)).toHaveValue('Three');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.element(feature(3)).toHaveValue('Three');
  await expect.element(feature(2)).toHaveValue('');
});
