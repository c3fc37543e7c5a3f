import type { Raw } from './form.ts';
import { badParam } from './problem.ts';

/** Reads one parameter or throws Stripe's error for it; `param` is its name in bracket notation. */
export type Rule<T> = (raw: Raw | undefined, param: string) => T;
type Keys = { [key: string]: Rule<unknown> };
export type Read<K extends Keys> = { [key in keyof K]: ReturnType<K[key]> };

const present = <T>(read: (text: string, param: string) => T): Rule<T | undefined> => {
  return (raw, param) => {
    if (raw === undefined) return undefined;
    if (typeof raw !== 'string') throw badParam(`Invalid string: ${JSON.stringify(raw)}`, param);
    if (raw === '') {
      const why = `You passed an empty string for '${param}'. We assume empty values are an attempt to unset a parameter; however '${param}' cannot be unset. You should remove '${param}' from your request or supply a non-empty value.`;
      throw badParam(why, param, 'parameter_invalid_empty');
    }
    return read(raw, param);
  };
};

export const required = <T>(rule: Rule<T | undefined>): Rule<T> => {
  return (raw, param) => {
    const value = rule(raw, param);
    if (value === undefined) throw badParam(`Missing required param: ${param}.`, param, 'parameter_missing');
    return value;
  };
};

/** An empty value clears the parameter: it is read as null. */
export const clearable = <T>(rule: Rule<T>): Rule<T | null> => {
  return (raw, param) => (raw === '' ? null : rule(raw, param));
};

export const text = (max = 5000): Rule<string | undefined> =>
  present((value, param) => {
    if (value.length > max)
      throw badParam(
        `Invalid string: ${value.slice(0, 20)}...${value.slice(-5)}; must be at most ${max} characters`,
        param,
      );
    return value;
  });

export const integer = (min = 0, max = 999_999_999_999): Rule<number | undefined> =>
  present((value, param) => {
    const number = Number(value);
    if (!/^-?\d+$/.test(value))
      throw badParam(`Invalid integer: ${value}`, param, 'parameter_invalid_integer');
    if (number < min)
      throw badParam(
        min === 1 ? 'This value must be greater than or equal to 1.' : `Invalid non-negative integer`,
        param,
        'parameter_invalid_integer',
      );
    if (number > max)
      throw badParam(
        `This value must be less than or equal to ${max} (it currently is '${value}').`,
        param,
        'parameter_invalid_integer',
      );
    return number;
  });

/** A decimal number greater than `above` and at most `max`. */
export const decimal = (above: number, max: number): Rule<number | undefined> =>
  present((value, param) => {
    if (!/^\d+(\.\d+)?$/.test(value))
      throw badParam(`Invalid decimal: ${value}; must contain at maximum four decimal places.`, param);
    const number = Number(value);
    if (number <= above || number > max)
      throw badParam(`Invalid decimal: must be greater than ${above} and at most ${max}.`, param);
    return number;
  });

export const flag: Rule<boolean | undefined> = present((value, param) => {
  if (value !== 'true' && value !== 'false') throw badParam(`Invalid boolean: ${value}`, param);
  return value === 'true';
});

export const oneOf = <const T extends string>(...options: T[]): Rule<T | undefined> =>
  present((value, param) => {
    const option = options.find((candidate) => candidate === value);
    if (option === undefined) throw badParam(`Invalid ${param}: must be one of ${options.join(', ')}`, param);
    return option;
  });

export const email: Rule<string | undefined> = present((value, param) => {
  if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(value))
    throw badParam(`Invalid email address: ${value}`, param, 'email_invalid');
  return value;
});

export const webAddress: Rule<string | undefined> = present((value, param) => {
  const address = URL.parse(value);
  const isWeb = address?.protocol === 'https:' || address?.protocol === 'http:';
  if (!isWeb || !/^https?:\/\//i.test(value)) throw badParam('Not a valid URL', param, 'url_invalid');
  return value;
});

export const list = <T>(rule: Rule<T>, max = 1000): Rule<T[] | undefined> => {
  return (raw, param) => {
    if (raw === undefined) return undefined;
    if (!Array.isArray(raw)) throw badParam('Invalid array', param);
    if (raw.length > max) throw badParam(`Array too long: at most ${max} entries`, param);
    return raw.map((entry, index) => rule(entry, `${param}[${index}]`));
  };
};

const readKeys = <K extends Keys>(keys: K, raw: { [key: string]: Raw }, param: string): Read<K> => {
  const name = (key: string): string => (param === '' ? key : `${param}[${key}]`);
  for (const key of Object.keys(raw)) {
    if (!Object.hasOwn(keys, key))
      throw badParam(`Received unknown parameter: ${name(key)}`, name(key), 'parameter_unknown');
  }
  const entries = Object.entries(keys).map(([key, rule]) => [key, rule(raw[key], name(key))]);
  return Object.fromEntries(entries) as Read<K>;
};

/** A group of named parameters; every other name is refused. */
export const shape = <K extends Keys>(keys: K): Rule<Read<K> | undefined> => {
  return (raw, param) => {
    if (raw === undefined) return undefined;
    if (typeof raw !== 'object' || Array.isArray(raw)) throw badParam('Invalid object', param);
    return readKeys(keys, raw, param);
  };
};

/** A Stripe parameter that the sandbox ignores: it is accepted in any shape and returned unparsed. */
export const asGiven: Rule<Raw | undefined> = (raw) => raw;

/** A former Stripe parameter that is refused with `message`. */
export const removed = (message: string): Rule<undefined> => {
  return (raw, param) => {
    if (raw !== undefined) throw badParam(message, param, 'parameter_unknown');
    return undefined;
  };
};

const pair = (key: string, value: Raw, param: string): [string, string] => {
  const name = `${param}[${key}]`;
  if (key.length > 40) throw badParam(`Metadata keys can be at most 40 characters long: ${key}`, name);
  if (/[[\]]/.test(key)) throw badParam('Metadata keys cannot contain square brackets.', name);
  if (typeof value !== 'string') throw badParam('Metadata values must be strings.', name);
  if (value.length > 500)
    throw badParam(
      `Metadata values can have up to 500 characters, but you passed in a value that is ${value.length} characters.`,
      name,
    );
  return [key, value];
};

/** An empty value means deletion; `mergeMetadata` applies it. */
export const metadata: Rule<Record<string, string> | undefined> = (raw, param) => {
  if (raw === undefined) return undefined;
  if (raw === '') return {};
  if (typeof raw !== 'object') throw badParam('Invalid object', param);
  const entries = Object.entries(raw).map(([key, value]) => pair(key, value, param));
  if (entries.length > 50) throw badParam('You can only have up to 50 metadata keys.', param);
  return Object.fromEntries(entries);
};

export const mergeMetadata = (
  before: Record<string, string> | null,
  change: Record<string, string> | undefined,
): Record<string, string> =>
  Object.fromEntries(Object.entries({ ...before, ...change }).filter(([, value]) => value !== ''));
