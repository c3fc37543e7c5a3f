import { useState } from 'react';
import { expect, test } from 'vitest';
import { render } from 'vitest-browser-react';
import { page, userEvent } from 'vitest/browser';

import { Combobox } from './combobox.tsx';

import '#app/app.css';

const COLORS = Array.from({ length: 30 }, (_, index) => `Color ${index + 1}`);

function Screen() {
  const [color, setColor] = useState('Color 12');
  return (
    <>
      <label htmlFor="color">Color</label>
      <Combobox
        inputProps={{ id: 'color' }}
        label="Colors"
        selectedValue={color}
        selectedLabel={color}
        findOptions={(query) =>
          COLORS.filter((name) => name.toLowerCase().includes(query.trim().toLowerCase())).map((name) => ({
            value: name,
            content: name,
          }))
        }
        isExactMatch={(value, query) => value.toLowerCase() === query.toLowerCase()}
        getEmptyMessage={(query) => `No color is called ${query}`}
        onSelect={setColor}
      />
      <button>Next</button>
    </>
  );
}

const input = page.getByRole('combobox', { name: 'Color' });
const options = page.getByRole('listbox', { name: 'Colors' }).getByRole('option');
const getActiveOption = () =>
  document.getElementById(input.element().getAttribute('aria-activedescendant') ?? '')?.textContent;

test('opens at the selected option, which is in view, and moves by arrows and pages', async () => {
  await render(<Screen />);
  await userEvent.tab();
  await userEvent.keyboard('{ArrowDown}');
  await expect.poll(getActiveOption).toBe('Color 12');
  await expect.element(page.getByRole('option', { name: 'Color 12' })).toBeInViewport();
  await userEvent.keyboard('{ArrowDown}');
  await expect.poll(getActiveOption).toBe('Color 13');
  await userEvent.keyboard('{PageDown}');
  await expect.poll(() => Number(getActiveOption()?.slice(6))).toBeGreaterThan(14);
  await userEvent.keyboard('{Enter}');
  await expect.element(options).not.toBeInTheDocument();
  await expect.element(input).not.toHaveValue('Color 12');
  await expect.element(input).toHaveFocus();
});

test('selects the only match, or an exact name, when the focus moves on, and otherwise changes nothing', async () => {
  await render(<Screen />);
  await input.click();
  await userEvent.keyboard('color 3');
  await userEvent.tab();
  await expect.element(page.getByRole('button', { name: 'Next' })).toHaveFocus();
  await expect.element(input).toHaveValue('Color 3');
  await input.click();
  await userEvent.keyboard('27');
  await userEvent.tab();
  await expect.element(input).toHaveValue('Color 27');
  await input.click();
  await userEvent.keyboard('color 1');
  await expect.element(page.getByText('11 found')).toBeInTheDocument();
  await userEvent.keyboard('{Backspace}');
  await userEvent.tab();
  await expect.element(input).toHaveValue('Color 27');
  await expect.element(options).not.toBeInTheDocument();
});

test('selects by the pointer and keeps the focus in the input', async () => {
  await render(<Screen />);
  await input.click();
  await page.getByRole('option', { name: 'Color 14' }).click();
  await expect.element(input).toHaveValue('Color 14');
  await expect.element(input).toHaveFocus();
  await expect.element(options).not.toBeInTheDocument();
  await input.click();
  await expect.poll(() => options.elements().length).toBe(30);
});
