import { expect, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { page } from 'vitest/browser';

import '#app/app.css';

import { AlertDialog } from './dialog.tsx';

const getCloseButton = () => page.getByRole('button', { name: 'Close', exact: true });

test('shows a close button that does not receive the initial focus', async () => {
  const onClose = vi.fn();
  await render(
    <AlertDialog
      title="Delete this page, which has a name that needs more than one line?"
      cancelLabel="Cancel"
      confirmLabel="Delete page"
      onConfirm={() => undefined}
      onClose={onClose}
    />,
  );
  await expect.element(page.getByRole('button', { name: 'Cancel' })).toHaveFocus();
  const heading = document.createRange();
  heading.selectNodeContents(page.getByRole('heading').element());
  const { left, right, top, bottom } = getCloseButton().element().getBoundingClientRect();
  for (const line of heading.getClientRects())
    expect(line.right <= left || line.left >= right || line.bottom <= top || line.top >= bottom).toBe(true);
  await getCloseButton().click();
  expect(onClose).toHaveBeenCalledOnce();
});
