import { expect, test } from 'vitest';
import { render } from 'vitest-browser-react';
import { page } from 'vitest/browser';

import '#app/app.css';
import { dismissToast, toast, Toaster } from './toast.tsx';

const getToasts = () => page.getByRole('listitem');

test('shows one toast for one cause, with the newest message', async () => {
  await render(<Toaster />);
  toast({ title: 'Copied!' });
  toast({ title: 'Copied!' });
  toast({ title: 'Not saved', message: 'No connection.' }, { destructive: true, cause: 'save' });
  toast({ title: 'Payment needed', message: 'Choose a plan.' }, { destructive: true, cause: 'save' });
  await expect.element(getToasts()).toHaveLength(2);
  await expect.element(page.getByText('Choose a plan.')).toBeVisible();
  await expect.element(page.getByText('No connection.')).not.toBeInTheDocument();
});

test('shows a toast again right after it was closed, and removes it when it is outdated', async () => {
  await render(<Toaster />);
  toast({ title: 'Not saved' }, { destructive: true });
  await page.getByRole('button', { name: 'Close: Not saved' }).click();
  toast({ title: 'Not saved', message: 'Second attempt.' }, { destructive: true });
  // The closed toast is fading out until then.
  await expect.element(page.getByText('Second attempt.')).toBeVisible();
  await expect.element(getToasts()).toHaveLength(1);
  dismissToast('Not saved');
  await expect.element(getToasts()).not.toBeInTheDocument();
});
