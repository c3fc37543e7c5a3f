import { CopyPlus, ExternalLink, Ellipsis, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { render } from 'vitest-browser-react';
import { page, userEvent } from 'vitest/browser';

import { Dialog } from './dialog.tsx';
import { DropdownMenu } from './dropdown-menu.tsx';

import '#app/app.css';

function Screen() {
  const [open, setOpen] = useState(false);
  return (
    <main>
      <DropdownMenu
        label="More for Kiln"
        Icon={Ellipsis}
        items={[
          { label: 'Open address', Icon: ExternalLink, href: '#kiln' },
          { label: 'Duplicate', Icon: CopyPlus, onSelect: () => undefined },
          { label: 'Delete', Icon: Trash2, destructive: true, onSelect: () => setOpen(true) },
        ]}
      />
      {open && (
        <Dialog title="Delete Kiln?" onClose={() => setOpen(false)}>
          <p>It is gone then.</p>
        </Dialog>
      )}
    </main>
  );
}

const button = page.getByRole('button', { name: 'More for Kiln' });
const menu = page.getByRole('menu', { name: 'More for Kiln' });
const item = (name: string) => page.getByRole('menuitem', { name });

test('moves by arrows, Home, End and first letters, and closes by Escape and Tab with the focus on its button', async () => {
  await render(<Screen />);
  await userEvent.tab();
  await userEvent.keyboard('{Enter}');
  await expect.element(item('Open address')).toHaveFocus();
  await userEvent.keyboard('{ArrowDown}');
  await expect.element(item('Duplicate')).toHaveFocus();
  await userEvent.keyboard('{End}');
  await expect.element(item('Delete')).toHaveFocus();
  await userEvent.keyboard('{ArrowDown}');
  await expect.element(item('Open address')).toHaveFocus();
  await userEvent.keyboard('du');
  await expect.element(item('Duplicate')).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await expect.element(menu).not.toBeInTheDocument();
  await expect.element(button).toHaveFocus();
  await userEvent.keyboard(' ');
  await expect.element(item('Open address')).toHaveFocus();
  await userEvent.tab();
  await expect.element(menu).not.toBeInTheDocument();
  await expect.element(button).toHaveFocus();
});

test('runs an action after the focus has returned, so that a dialog returns it to the button of the menu', async () => {
  await render(<Screen />);
  await button.click();
  await item('Delete').click();
  await expect.element(page.getByRole('dialog', { name: 'Delete Kiln?' })).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(button).toHaveFocus();
});

test('opens by a tap, but not by a finger that starts to scroll on its button', async () => {
  await render(<Screen />);
  const element = button.element();
  const touch = (type: string) =>
    element.dispatchEvent(new PointerEvent(type, { pointerType: 'touch', bubbles: true, cancelable: true }));
  touch('pointerdown');
  touch('pointercancel');
  await expect.element(button).toHaveAttribute('aria-expanded', 'false');
  touch('pointerdown');
  touch('pointerup');
  touch('click');
  await expect.element(item('Duplicate')).toBeVisible();
});
