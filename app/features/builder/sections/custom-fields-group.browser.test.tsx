import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';

import { lastSavedConfig, openDraft, findPreviewElement } from '#app/testing/builder-fields.ts';
import { focusField, saveByShortcut, getTexts } from '#app/testing/builder-screen.ts';
import type { CustomField } from '#domain/custom-field.ts';

const KINDS = [
  'Short text',
  'Long text',
  'Email',
  'Phone',
  'Website',
  'Number',
  'Date',
  'Dropdown',
  'Single choice',
  'Checkbox',
  'Hidden',
];

const addButton = () => page.getByRole('button', { name: 'Add a field' });
const kindPicker = () => page.getByRole('group', { name: 'What do you want to ask for?' });
const contentPanel = () => page.getByRole('tabpanel', { name: /^Content/ });
const editor = () => page.getByRole('group', { name: /^Field: / });
const label = () => editor().getByLabelText('Label', { exact: true });
const editButton = (text: string) => page.getByRole('button', { name: `Edit: ${text}`, exact: true });

const customField = (name: string, change: Partial<CustomField> = {}): CustomField => ({
  id: `field-${name}`,
  kind: 'short',
  name,
  label: name,
  help: '',
  required: false,
  choices: [],
  min: '',
  max: '',
  ...change,
});

/** Opens the editor of a new field of this kind and types its label by keyboard. */
async function addField(kind: string, text: string): Promise<void> {
  await expect.element(addButton()).toBeVisible();
  focusField(addButton());
  await userEvent.keyboard('{Enter}');
  await expect.element(kindPicker().getByRole('button', { name: 'Short text' })).toHaveFocus();
  focusField(kindPicker().getByRole('button', { name: kind, exact: true }));
  await userEvent.keyboard('{Enter}');
  await expect.element(label()).toHaveFocus();
  await userEvent.keyboard(text);
}

async function closeEditor(text: string): Promise<void> {
  await userEvent.keyboard('{Escape}');
  await expect.element(editor()).not.toBeInTheDocument();
  await expect.element(editButton(text)).toHaveFocus();
}

test('offers every kind of field', async () => {
  await openDraft();
  await addButton().click();
  await expect.element(kindPicker()).toBeVisible();
  expect(getTexts(kindPicker().getByRole('button'))).toEqual([...KINDS, 'Cancel']);
  await userEvent.keyboard('{Escape}');
  await expect.element(kindPicker()).not.toBeInTheDocument();
  await expect.element(addButton()).toHaveFocus();
});

test('adds fields by keyboard and shows them on the page', async () => {
  const { rpc } = await openDraft();
  await expect.element(contentPanel().getByText('0 of 20', { exact: true })).toBeVisible();
  await addField('Short text', 'Certificate');
  focusField(editor().getByLabelText('Required'));
  await userEvent.keyboard(' ');
  await closeEditor('Certificate');
  await addField('Dropdown', 'Paper');
  await editor().getByLabelText('Choices').fill('Kozo\nGampi');
  await closeEditor('Paper');
  await addField('Number', 'Prints');
  await editor().getByLabelText('Maximum').fill('10');
  await closeEditor('Prints');
  await expect.element(contentPanel().getByText('3 of 20', { exact: true })).toBeVisible();
  await expect.poll(() => findPreviewElement('select')?.textContent).toContain('KozoGampi');
  await saveByShortcut();
  await expect
    .poll(() => lastSavedConfig(rpc)?.customFields)
    .toMatchObject([
      { kind: 'short', label: 'Certificate', name: 'certificate', required: true },
      { kind: 'select', label: 'Paper', required: false, choices: ['Kozo', 'Gampi'] },
      { kind: 'number', label: 'Prints', max: '10' },
    ]);
});

test('moves fields by keyboard and undoes the move', async () => {
  await openDraft({ customFields: ['Certificate', 'Paper', 'Evening'].map((name) => customField(name)) });
  await expect.element(editButton('Evening')).toBeVisible();
  const labels = () =>
    page
      .getByRole('button', { name: /^Edit: / })
      .elements()
      .map((button) => button.getAttribute('aria-label')?.replace('Edit: ', ''));
  const moveUp = page.getByRole('button', { name: 'Move up: Evening' });
  focusField(moveUp);
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText('Moved to 2 of 3')).toBeInTheDocument();
  await expect.element(moveUp).toHaveFocus();
  await expect.poll(labels).toEqual(['Certificate', 'Evening', 'Paper']);
  await userEvent.keyboard('{Control>}z{/Control}');
  await expect.poll(labels).toEqual(['Certificate', 'Paper', 'Evening']);
});

test('reports a duplicate choice at its field until it is changed', async () => {
  await openDraft({
    customFields: [customField('Ink', { kind: 'radio', choices: ['Black', 'Indigo'], required: true })],
  });
  await editButton('Ink').click();
  const choices = editor().getByLabelText('Choices');
  await choices.fill('Black\nBlack');
  const error = editor().getByText('The choice “Black” is listed twice');
  await expect.element(error).toBeVisible();
  await choices.fill('Black\nIndigo');
  await expect.element(error).not.toBeInTheDocument();
});
