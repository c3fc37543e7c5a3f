import { invalidParam } from './api-error.ts';
import { endpoint, type Endpoint, type CallContext } from './call-context.ts';
import { withoutHidden } from './event-recorder.ts';
import type { ObjectName, Objects } from './objects.ts';
import { type RawParam, integer, shape, text, type ParamRules, type ParamValues, type Rule } from './params.ts';
import { whereProperties, type Clause, type PropertyFilter } from './store.ts';

const rangeRule = shape({ gt: integer(), gte: integer(), lt: integer(), lte: integer() });
type Range = ReturnType<typeof rangeRule>;

const createdRule: Rule<Range> = (raw: RawParam | undefined, param: string) => {
  if (typeof raw !== 'string') return rangeRule(raw, param);
  const exact = integer()(raw, param);
  return { gte: exact, lte: exact };
};

/** The parameters of every list. */
const cursorRules = { limit: integer(1, 100), starting_after: text(), ending_before: text() };
const pageRules = { ...cursorRules, created: createdRule };
const OPERATORS = { gt: '>', gte: '>=', lt: '<', lte: '<=' } as const;

const createdClauses = (created: Range): Clause[] =>
  Object.entries(OPERATORS).flatMap(([key, operator]) => {
    const value = created?.[key as keyof typeof OPERATORS];
    return value === undefined ? [] : [{ sql: `created ${operator} ?`, values: [value] }];
  });

/** Declares GET of a list that is computed and not stored; it has cursor pages, oldest first. */
export const computedListEndpoint = (
  path: `/${string}`,
  listAll: (call: CallContext, id: string) => { id: string }[],
): Endpoint =>
  endpoint(`GET ${path}`, cursorRules, (call, { limit = 10, starting_after: after }, id) =>
    pageOf(path.replace(':id', id), listAll(call, id), limit, after),
  );

export const pageOf = (url: string, all: { id: string }[], limit = 10, after?: string): object => {
  const start = all.findIndex(({ id }) => id === after) + 1;
  return toList(url, all.slice(start, start + limit).map(withoutHidden), all.length > start + limit);
};

export const toList = (url: string, data: object[], hasMore = false): object => ({
  object: 'list',
  url,
  has_more: hasMore,
  data,
});

/**
 * Declares GET of a collection: cursor pages, created[…] and the resource's own filters, which by default compare the
 * property of the same name. `path` may contain an id; `present` returns an object as the API shows it.
 */
export const listEndpoint = <T extends ObjectName, K extends ParamRules = Record<never, never>>(
  path: `/${string}`,
  type: T,
  filters = {} as K,
  toClauses: (params: ParamValues<K>, id: string, call: CallContext) => Clause[] = (params) =>
    whereProperties(params as PropertyFilter),
  present: (object: Objects[T], call: CallContext) => object = withoutHidden,
): Endpoint =>
  endpoint(`GET ${path}`, { ...filters, ...pageRules }, (call, params, id) => {
    const {
      limit = 10,
      starting_after: after,
      ending_before: before,
      created,
      ...rest
    } = params as ParamValues<typeof pageRules>;
    if (after !== undefined && before !== undefined)
      throw invalidParam(
        'Received both ending_before and starting_after parameters. Please pass in only one.',
        'ending_before',
      );
    const filterClauses = toClauses(rest as ParamValues<K>, id, call);
    if (after !== undefined) call.repository.get(type, after, 'starting_after');
    if (before !== undefined) call.repository.get(type, before, 'ending_before');
    const where = [...createdClauses(created), ...filterClauses];
    const { data, hasMore } = call.repository.page(type, { limit, after, before, where });
    return toList(
      path.replace(':id', id),
      data.map((object) => present(object, call)),
      hasMore,
    );
  });

/** Declares GET of one object; `param` is the parameter name in Stripe's error. */
export const retrieveEndpoint = (path: `/${string}`, type: ObjectName, param = 'id'): Endpoint =>
  endpoint(`GET ${path}`, {}, (call, _params, id) => call.repository.get(type, id, param));

/** Declares DELETE of one object; emits its event. `prepare` runs before. `param` is the parameter name in Stripe's error. */
export const deleteEndpoint = (
  path: `/${string}`,
  type: 'coupon' | 'customer' | 'product',
  prepare: (call: CallContext, id: string) => void = () => undefined,
  param = 'id',
): Endpoint =>
  endpoint(`DELETE ${path}`, {}, (call, _params, id) => {
    const object = call.repository.get(type, id, param);
    prepare(call, id);
    call.repository.remove(type, id);
    call.emit(`${type}.deleted`, object);
    return { id, object: type, deleted: true };
  });
