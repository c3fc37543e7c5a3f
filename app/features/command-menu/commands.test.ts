import { expect, test } from 'vitest';

import routes from '#app/routes.ts';

import { ACTIONS, findCommands, findMatches, SCREENS } from './commands.ts';

const findLabels = (query: string) => findCommands([...ACTIONS, ...SCREENS], query).map(({ label }) => label);

test('finds commands by label and keyword, best match first', () => {
  expect(findLabels('sign')).toEqual(['Sign out']);
  expect(findLabels('logout')).toEqual(['Sign out']);
  expect(findLabels('api')).toEqual(['Integrations']);
  expect(findLabels('page')[0]).toBe('Pages');
  expect(findLabels('subscription')).toEqual(['Subscriptions', 'Plan and billing']);
  expect(findLabels('nothing like it')).toEqual([]);
});

test('lists everything without a query', () => {
  expect(findLabels(' ')).toHaveLength(ACTIONS.length + SCREENS.length);
});

test('ranks labels that start with the query before those that contain it and before other texts', () => {
  const entries = [
    { name: 'Kiln', text: 'a mug' },
    { name: 'Big mug', text: '' },
    { name: 'Mug', text: '' },
    { name: 'Bowl', text: '' },
  ];
  const found = findMatches(
    entries,
    'mug',
    ({ name }) => name,
    ({ text }) => text,
  );
  expect(found.map(({ name }) => name)).toEqual(['Mug', 'Big mug', 'Kiln']);
});

test('leads only to screens that exist', () => {
  const paths = routes
    .flatMap((route) => [route, ...(route.children ?? [])])
    .flatMap((route) => [route, ...(route.children ?? [])])
    .map(({ path }) => `/${path}`);
  for (const command of [...SCREENS, ...ACTIONS]) {
    const target = 'to' in command ? command.to : 'href' in command ? command.href : null;
    if (target) expect(paths).toContain(target.split('?')[0]);
  }
});
