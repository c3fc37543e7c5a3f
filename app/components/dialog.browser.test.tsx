import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { page, userEvent } from 'vitest/browser';

import '#app/app.css';

import { AlertDialog, Dialog } from './dialog.tsx';

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

function TwoSteps() {
  const [step, setStep] = useState(0);
  const close = () => setStep(0);
  return (
    <>
      <button type="button" onClick={() => setStep(1)}>
        Open
      </button>
      {step === 1 && (
        <Dialog title="First step" onClose={close}>
          <button type="button" onClick={() => setStep(2)}>
            Next
          </button>
        </Dialog>
      )}
      {step === 2 && (
        <Dialog title="Second step" onClose={close}>
          <button type="button" onClick={() => setStep(1)}>
            Back
          </button>
        </Dialog>
      )}
    </>
  );
}

test('returns the focus to the element that opened the first of several dialogs', async () => {
  await render(<TwoSteps />);
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  await button('Open').click();
  await button('Next').click();
  await button('Back').click();
  await expect.element(button('Next')).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await expect.element(button('Open')).toHaveFocus();
});
