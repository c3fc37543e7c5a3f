import { isJsonObject, type JsonObject } from '../../core/json.ts';
import { alternativesOf, definitionOf, type Definition, type Schema } from './stripe-schema.ts';

/** State of one check. Labels and paths are built only for deviations, because most values have none. */
type Check = {
  /** The keys from the root to the current value. */
  path: string[];
  /** The nearest typed object, and the number of keys that lead to it. */
  base: { label: string; depth: number };
  /** The paths that the request expands. */
  expanded: ReadonlySet<string>;
  problems: string[];
};

const labelOf = ({ path, base }: Check): string => [base.label, ...path.slice(base.depth)].join('.');
const isExpansionRequested = ({ path, expanded }: Check): boolean => expanded.has(path.join('.'));
const report = (check: Check, problem: string): void => {
  check.problems.push(`${labelOf(check)}${problem}`);
};

export const shorten = (value: unknown): string => (JSON.stringify(value) ?? 'undefined').slice(0, 60);

const prefixes: Record<string, RegExp> = {
  account: /^acct_/,
  balance_transaction: /^txn_/,
  'billing_portal.configuration': /^bpc_/,
  'billing_portal.session': /^bps_/,
  charge: /^(ch|py)_/,
  'checkout.session': /^cs_(test|live)_/,
  customer: /^cus_/,
  discount: /^di_/,
  dispute: /^(du|dp)_/,
  event: /^evt_/,
  invoice: /^(upcoming_)?in_/,
  invoice_payment: /^inpay_/,
  item: /^li_/,
  line_item: /^il_/,
  payment_intent: /^pi_/,
  payment_method: /^pm_/,
  price: /^price_/,
  refund: /^(re|pyr)_/,
  subscription: /^sub_/,
  subscription_item: /^si_/,
  subscription_schedule: /^sub_sched_/,
  webhook_endpoint: /^we_/,
};

/** Objects whose optional lists Stripe includes without an expansion. */
const includedLists = /#Account$/;

const isScalar = (value: unknown, schema: Schema): boolean => {
  if (schema.enum) return schema.enum.some((option) => option === value);
  if (schema.type === 'string' || schema.type === 'decimal') return typeof value === 'string';
  if (schema.type === 'integer') return typeof value === 'number';
  return schema.type === 'boolean' && typeof value === 'boolean';
};

/** Facts derived from a definition, computed once. */
type DefinitionFacts = {
  definition: Definition;
  required: ReadonlySet<string>;
  /** Properties with a single possible value, such as `object` and mostly `type`. */
  literals: [string, unknown][];
  kind: string | undefined;
  isDeleted: boolean;
};

const factsCache = new Map<string, DefinitionFacts>();

const getFacts = (ref: string): DefinitionFacts => {
  const cached = factsCache.get(ref);
  if (cached) return cached;
  const definition = definitionOf(ref);
  const literals = Object.entries(definition.properties).flatMap(([key, schema]): [string, unknown][] =>
    schema.enum?.length === 1 && !schema.nullable ? [[key, schema.enum[0]]] : [],
  );
  const kind = literals.find(([key]) => key === 'object')?.[1];
  const required = new Set(definition.required);
  const facts: DefinitionFacts = {
    definition,
    required,
    literals,
    kind: typeof kind === 'string' ? kind : undefined,
    isDeleted: required.has('deleted'),
  };
  factsCache.set(ref, facts);
  return facts;
};

/** Returns whether a value can be of an alternative; its parts are checked later. */
const matchesType = (value: unknown, schema: Schema): boolean => {
  if (Array.isArray(value)) return schema.type === 'array';
  if (!isJsonObject(value)) return isScalar(value, schema);
  if (value['object'] === 'list') return schema.type === 'list' || schema.type === 'list2';
  if (schema.ref === undefined) return false;
  const { literals, isDeleted } = getFacts(schema.ref);
  for (const [key, literal] of literals) if (value[key] !== undefined && value[key] !== literal) return false;
  return typeof value['id'] !== 'string' || isDeleted === (value['deleted'] === true);
};

const listKeys = new Set(['object', 'data', 'has_more', 'url', 'total_count']);

const checkList = (check: Check, value: JsonObject, { items = {} }: Schema): void => {
  if (typeof value['url'] !== 'string' || !value['url'].startsWith('/v1/'))
    report(check, `.url is ${shorten(value['url'])} and not the path of the list`);
  if (typeof value['has_more'] !== 'boolean') report(check, '.has_more is no boolean');
  for (const key of Object.keys(value)) if (!listKeys.has(key)) report(check, `.${key} does not exist at Stripe`);
  if (!Array.isArray(value['data'])) return report(check, '.data is no list');
  check.path.push('data');
  for (const entry of value['data']) checkNested(check, entry, items);
  check.path.pop();
};

const checkKeys = (
  check: Check,
  value: JsonObject,
  { definition, required, kind }: DefinitionFacts,
  ref: string,
): void => {
  const prefix = kind === undefined ? undefined : prefixes[kind];
  if (prefix && typeof value['id'] === 'string' && !prefix.test(value['id']))
    report(check, `: ${value['id']} is no id of a ${kind}`);
  for (const key of definition.required)
    if (!(key in value)) report(check, `.${key} is missing, although Stripe always sends it`);
  for (const key of Object.keys(value)) {
    const inner = value[key];
    const schema = definition.properties[key] ?? definition.map;
    check.path.push(key);
    if (!schema) report(check, ' does not exist at Stripe');
    else {
      const isIncludable =
        inner !== null && !required.has(key) && alternativesOf(schema).some(({ type }) => type === 'list');
      if (isIncludable && !includedLists.test(ref) && !isExpansionRequested(check))
        report(check, ' is included although the request did not expand it');
      checkNested(check, inner, schema);
    }
    check.path.pop();
  }
};

/** Checks an object against its definition: all required keys are present and no unknown ones. */
const checkObject = (check: Check, value: JsonObject, ref: string): void => {
  const facts = getFacts(ref);
  const { base: previousBase } = check;
  if (facts.kind !== undefined) check.base = { label: `<${facts.kind}>`, depth: check.path.length };
  checkKeys(check, value, facts, ref);
  check.base = previousBase;
};

const checkAgainst = (check: Check, value: unknown, schema: Schema): void => {
  if (Array.isArray(value)) {
    const { items = {} } = schema;
    for (const entry of value) checkNested(check, entry, items);
  } else if (isJsonObject(value)) {
    if (schema.ref === undefined) checkList(check, value, schema);
    else checkObject(check, value, schema.ref);
  } else if (schema.type === 'integer' && !Number.isInteger(value) && !/percent|rate/.test(labelOf(check)))
    report(check, ` is ${shorten(value)} and not a whole number`);
};

/** Of several matching alternatives, the one with the fewest deviations counts. */
const checkBest = (check: Check, value: unknown, alternatives: Schema[]): void => {
  const results = alternatives.map((alternative) => {
    const trial = { ...check, problems: [] };
    checkAgainst(trial, value, alternative);
    return trial.problems;
  });
  check.problems.push(...(results.toSorted((first, other) => first.length - other.length)[0] ?? []));
};

const isAnything = (schema: Schema): boolean =>
  schema.type === undefined && schema.ref === undefined && schema.enum === undefined && !schema.any;

const filterMatching = (value: unknown, alternatives: Schema[]): Schema[] => {
  const [only] = alternatives;
  // Most values have one possible type, so that case avoids a copy.
  if (only && alternatives.length === 1) return matchesType(value, only) ? alternatives : [];
  return alternatives.filter((alternative) => matchesType(value, alternative));
};

const checkNested = (check: Check, value: unknown, schema: Schema): void => {
  if (value === undefined) return;
  if (value === null) {
    if (!schema.nullable && !isAnything(schema)) report(check, ' is null, which it never is at Stripe');
    return;
  }
  const alternatives = alternativesOf(schema);
  if (alternatives.some(isAnything)) return;
  const matching = filterMatching(value, alternatives);
  const [first] = matching;
  if (!first) return report(check, ` is ${shorten(value)}, which Stripe never sends there`);
  const isReference = isJsonObject(value) && first.ref && alternatives.some(({ type }) => type === 'string');
  if (isReference && !isExpansionRequested(check))
    report(check, ' is an object although the request did not expand it');
  if (matching.length === 1) checkAgainst(check, value, first);
  else checkBest(check, value, matching);
};

/** Returns how a value deviates from its schema; `label` names the value in the sentences. */
export const checkValue = (value: unknown, schema: Schema, label: string, expanded: ReadonlySet<string>): string[] => {
  const check: Check = { path: [], base: { label, depth: 0 }, expanded, problems: [] };
  checkNested(check, value, schema);
  return check.problems;
};
