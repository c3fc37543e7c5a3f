import { expect, test } from 'vitest';

import { adviceOf, strengthOf } from './password-strength.ts';

test('fewer than six characters are too short, whatever they are', () => {
  expect(strengthOf('')).toBe(0);
  expect(strengthOf('aB3$x')).toBe(0);
  expect(adviceOf(0)).toBe('At least 6 characters.');
});

test('six characters are taken and called weak', () => {
  expect(strengthOf('potter')).toBe(1);
});

test('obvious passwords stay weak or fair however long they are', () => {
  expect(strengthOf('password')).toBe(1);
  expect(strengthOf('1234567890')).toBe(1);
  expect(strengthOf('qwertyuiop12')).toBeLessThan(3);
});

test('one character over and over is weak', () => {
  expect(strengthOf('aaaaaaaaaaaa')).toBe(1);
});

test('more words make it stronger, never weaker', () => {
  const steps = ['kiln42', 'kiln club 42', 'kiln club 42 on tuesday', 'kiln club 42 on tuesday evenings'];
  const strengths = steps.map(strengthOf);
  expect(strengths).toEqual(strengths.toSorted((a, b) => a - b));
  expect(strengths.at(-1)).toBe(4);
});

test('characters outside of the BMP count once each', () => {
  expect(strengthOf('🏺🏺🏺🏺🏺')).toBe(0);
});

test('where more characters are asked for, fewer are too short', () => {
  expect(strengthOf('brass-till', 12)).toBe(0);
  expect(adviceOf(0, 12)).toBe('At least 12 characters.');
  expect(strengthOf('brass-till-27', 12)).toBeGreaterThan(0);
});
