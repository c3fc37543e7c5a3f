import type { Page } from '@playwright/test';

/** Chooses in several fields at once: faster than the screen can draw the first choice. */
export const chooseAtOnce = (page: Page, choices: Readonly<Record<string, string>>): Promise<void> =>
  page.evaluate((chosen) => {
    for (const [name, text] of Object.entries(chosen)) {
      const field = document.querySelector<HTMLSelectElement>(`select[aria-label="${name}"]`);
      if (!field) throw new Error(`no field ${name}`);
      field.value = [...field.options].find((option) => option.text === text)?.value ?? '';
      field.dispatchEvent(new Event('change', { bubbles: true }));
    }
  }, choices);
