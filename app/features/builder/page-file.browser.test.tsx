import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';

import { openDraft } from '#app/testing/builder-fields.ts';
import { getToast } from '#app/testing/builder-screen.ts';
import { MAX_PAGE_FILE_BYTES } from '#domain/page-file.ts';

test('says that a page file is too large, or that it is not an exported page', async () => {
  const { rpc } = await openDraft();
  const input = page.getByLabelText('Page file');
  await expect.element(page.getByLabelText('Product name')).toBeVisible();
  await userEvent.upload(input, new File([new Uint8Array(MAX_PAGE_FILE_BYTES + 1)], 'large.json'));
  await expect.element(getToast('Import failed')).toMatchTextContent('Page files can’t be larger than 8 MB.');
  await userEvent.upload(input, new File(['no JSON'], 'page.json'));
  await expect.element(page.getByText('This isn’t an exported page. Choose a .tillwright.json file.')).toBeVisible();
  expect(rpc.bodiesOf('import-page')).toEqual([]);
});
