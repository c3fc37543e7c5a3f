import { expect, test } from 'vitest';

import { getStrengthAdvice, getPasswordStrength } from './password-meter.tsx';

test('rates fewer than six characters as too short', () => {
  expect(getPasswordStrength('')).toBe(0);
  expect(getPasswordStrength('aB3$x')).toBe(0);
  expect(getStrengthAdvice(0)).toBe('Use at least 6 characters.');
});

test('rates six characters as weak', () => {
  expect(getPasswordStrength('potter')).toBe(1);
});

test('rates common passwords at most as fair, however long they are', () => {
  expect(getPasswordStrength('password')).toBe(1);
  expect(getPasswordStrength('1234567890')).toBe(1);
  expect(getPasswordStrength('qwertyuiop12')).toBeLessThan(3);
});

test('rates a repeated character as weak', () => {
  expect(getPasswordStrength('aaaaaaaaaaaa')).toBe(1);
});

test('rates longer passphrases as stronger', () => {
  const steps = ['kiln42', 'kiln club 42', 'kiln club 42 on tuesday', 'kiln club 42 on tuesday evenings'];
  const strengths = steps.map(getPasswordStrength);
  expect(strengths).toEqual(strengths.toSorted((a, b) => a - b));
  expect(strengths.at(-1)).toBe(4);
});

test('counts characters outside the BMP once', () => {
  expect(getPasswordStrength('🏺🏺🏺🏺🏺')).toBe(0);
});

test('applies a larger minimum length', () => {
  expect(getPasswordStrength('brass-till', 12)).toBe(0);
  expect(getStrengthAdvice(0, 12)).toBe('Use at least 12 characters.');
  expect(getPasswordStrength('brass-till-27', 12)).toBeGreaterThan(0);
});
