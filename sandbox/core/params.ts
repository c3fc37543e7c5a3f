import { invalidParam, missingParam } from './api-error.ts';

/** A parameter as sent over HTTP: text, list or group. */
export type RawParam = string | RawParam[] | { [key: string]: RawParam };
type Group = Map<string, string | Group>;

const splitName = (name: string): string[] => {
  const [head = '', ...rest] = name.split('[');
  return [head, ...rest.map((segment) => segment.replace(/\]$/, ''))];
};

const insertValue = (group: Group, path: string[], value: string, name: string): void => {
  const [head = '', ...rest] = path;
  const key = head === '' ? String(group.size) : head;
  if (rest.length === 0) {
    group.set(key, value);
    return;
  }
  const inner = group.get(key) ?? new Map();
  if (typeof inner === 'string') throw invalidParam('Invalid request: parameter given twice in two shapes.', name);
  group.set(key, inner);
  insertValue(inner, rest, value, name);
};

const toRawParam = (group: string | Group): RawParam => {
  if (typeof group === 'string') return group;
  const keys = [...group.keys()];
  const values = [...group.values()].map(toRawParam);
  if (keys.length > 0 && keys.every((key, index) => key === String(index))) return values;
  const entries = keys.map((key, index): [string, RawParam] => [key, values[index] ?? '']);
  return Object.assign(Object.create(null), Object.fromEntries(entries));
};

/** Parses `a[b][0][c]=x`, `a[]=x` and `a=x` from a form body or a query string. */
export const parseForm = (text: string): { [key: string]: RawParam } => {
  const group: Group = new Map();
  for (const [name, value] of new URLSearchParams(text)) insertValue(group, splitName(name), value, name);
  const entries = [...group].map(([key, value]): [string, RawParam] => [key, toRawParam(value)]);
  return Object.assign(Object.create(null), Object.fromEntries(entries));
};

/** Reads one parameter or throws Stripe's error for it; `param` is its name in bracket notation. */
export type Rule<T> = (raw: RawParam | undefined, param: string) => T;
export type ParamRules = { [key: string]: Rule<unknown> };
type OptionalKeys<K extends ParamRules> = {
  [key in keyof K]: undefined extends ReturnType<K[key]> ? key : never;
}[keyof K];
/** The values of a group. A parameter that was not sent has no key. */
export type ParamValues<K extends ParamRules> = {
  [key in Exclude<keyof K, OptionalKeys<K>>]: ReturnType<K[key]>;
} & { [key in OptionalKeys<K>]?: Exclude<ReturnType<K[key]>, undefined> };

const parseText = <T>(read: (text: string, param: string) => T): Rule<T | undefined> => {
  return (raw, param) => {
    if (raw === undefined) return undefined;
    if (typeof raw !== 'string') throw invalidParam(`Invalid string: ${JSON.stringify(raw)}`, param);
    if (raw === '') {
      const message = `You passed an empty string for '${param}'. We assume empty values are an attempt to unset a parameter; however '${param}' cannot be unset. You should remove '${param}' from your request or supply a non-empty value.`;
      throw invalidParam(message, param, 'parameter_invalid_empty');
    }
    return read(raw, param);
  };
};

export const required = <T>(rule: Rule<T | undefined>): Rule<T> => {
  return (raw, param) => {
    const value = rule(raw, param);
    if (value === undefined) throw missingParam(param);
    return value;
  };
};

/** An empty value clears the parameter: it is read as null. */
export const clearable = <T>(rule: Rule<T>): Rule<T | null> => {
  return (raw, param) => (raw === '' ? null : rule(raw, param));
};

export const text = (max = 5000): Rule<string | undefined> =>
  parseText((value, param) => {
    if (value.length > max)
      throw invalidParam(
        `Invalid string: ${value.slice(0, 20)}...${value.slice(-5)}; must be at most ${max} characters`,
        param,
      );
    return value;
  });

export const integer = (min = 0, max = 999_999_999_999): Rule<number | undefined> =>
  parseText((value, param) => {
    const number = Number(value);
    if (!/^-?\d+$/.test(value)) throw invalidParam(`Invalid integer: ${value}`, param, 'parameter_invalid_integer');
    if (number < min)
      throw invalidParam(
        min === 1 ? 'This value must be greater than or equal to 1.' : `Invalid non-negative integer`,
        param,
        'parameter_invalid_integer',
      );
    if (number > max)
      throw invalidParam(
        `This value must be less than or equal to ${max} (it currently is '${value}').`,
        param,
        'parameter_invalid_integer',
      );
    return number;
  });

/** A decimal number greater than `above` and at most `max`. */
export const decimal = (above: number, max: number): Rule<number | undefined> =>
  parseText((value, param) => {
    if (!/^\d+(\.\d+)?$/.test(value))
      throw invalidParam(`Invalid decimal: ${value}; must contain at maximum four decimal places.`, param);
    const number = Number(value);
    if (number <= above || number > max)
      throw invalidParam(`Invalid decimal: must be greater than ${above} and at most ${max}.`, param);
    return number;
  });

export const flag: Rule<boolean | undefined> = parseText((value, param) => {
  if (value !== 'true' && value !== 'false') throw invalidParam(`Invalid boolean: ${value}`, param);
  return value === 'true';
});

export const oneOf = <const T extends string>(...options: T[]): Rule<T | undefined> =>
  parseText((value, param) => {
    const option = options.find((candidate) => candidate === value);
    if (option === undefined) throw invalidParam(`Invalid ${param}: must be one of ${options.join(', ')}`, param);
    return option;
  });

export const email: Rule<string | undefined> = parseText((value, param) => {
  if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(value))
    throw invalidParam(`Invalid email address: ${value}`, param, 'email_invalid');
  return value;
});

export const httpUrl: Rule<string | undefined> = parseText((value, param) => {
  const url = URL.parse(value);
  const isHttp = url?.protocol === 'https:' || url?.protocol === 'http:';
  if (!isHttp || !/^https?:\/\//i.test(value)) throw invalidParam('Not a valid URL', param, 'url_invalid');
  return value;
});

export const list = <T>(rule: Rule<T>, max = 1000): Rule<T[] | undefined> => {
  return (raw, param) => {
    if (raw === undefined) return undefined;
    if (!Array.isArray(raw)) throw invalidParam('Invalid array', param);
    if (raw.length > max) throw invalidParam(`Array too long: at most ${max} entries`, param);
    return raw.map((entry, index) => rule(entry, `${param}[${index}]`));
  };
};

const readParams = <K extends ParamRules>(
  rules: K,
  raw: { [key: string]: RawParam },
  param: string,
): ParamValues<K> => {
  const name = (key: string): string => (param === '' ? key : `${param}[${key}]`);
  for (const key of Object.keys(raw)) {
    if (!Object.hasOwn(rules, key))
      throw invalidParam(`Received unknown parameter: ${name(key)}`, name(key), 'parameter_unknown');
  }
  const entries = Object.entries(rules).map(([key, rule]) => [key, rule(raw[key], name(key))]);
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined)) as ParamValues<K>;
};

/** A group of named parameters; every other name is refused. */
export const shape = <K extends ParamRules>(rules: K): Rule<ParamValues<K> | undefined> => {
  return (raw, param) => {
    if (raw === undefined) return undefined;
    if (typeof raw !== 'object' || Array.isArray(raw)) throw invalidParam('Invalid object', param);
    return readParams(rules, raw, param);
  };
};

/** A Stripe parameter that the sandbox ignores: it is accepted in any shape and returned unparsed. */
export const anyValue: Rule<RawParam | undefined> = (raw) => raw;

/** A former Stripe parameter that is refused with `message`. */
export const removedParam = (message: string): Rule<undefined> => {
  return (raw, param) => {
    if (raw !== undefined) throw invalidParam(message, param, 'parameter_unknown');
    return undefined;
  };
};

const checkMetadataEntry = (key: string, value: RawParam, param: string): [string, string] => {
  const name = `${param}[${key}]`;
  if (key.length > 40) throw invalidParam(`Metadata keys can be at most 40 characters long: ${key}`, name);
  if (/[[\]]/.test(key)) throw invalidParam('Metadata keys cannot contain square brackets.', name);
  if (typeof value !== 'string') throw invalidParam('Metadata values must be strings.', name);
  if (value.length > 500)
    throw invalidParam(
      `Metadata values can have up to 500 characters, but you passed in a value that is ${value.length} characters.`,
      name,
    );
  return [key, value];
};

/** An empty value means deletion; `mergeMetadata` applies it. */
export const metadata: Rule<Record<string, string> | undefined> = (raw, param) => {
  if (raw === undefined) return undefined;
  if (raw === '') return {};
  if (typeof raw !== 'object') throw invalidParam('Invalid object', param);
  const entries = Object.entries(raw).map(([key, value]) => checkMetadataEntry(key, value, param));
  if (entries.length > 50) throw invalidParam('You can only have up to 50 metadata keys.', param);
  return Object.fromEntries(entries);
};

export const mergeMetadata = (
  before: Record<string, string> | null,
  change: Record<string, string> | undefined,
): Record<string, string> =>
  Object.fromEntries(Object.entries({ ...before, ...change }).filter(([, value]) => value !== ''));
