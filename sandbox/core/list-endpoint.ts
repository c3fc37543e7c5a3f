import { invalidParam } from './api-error.ts';
import { endpoint, type Endpoint, type CallContext } from './call-context.ts';
import { withoutHidden } from './event-recorder.ts';
import type { ObjectName } from './objects.ts';
import { type RawParam, integer, shape, text, type ParamValues, type Rule } from './params.ts';
import type { Clause } from './store.ts';

const rangeRule = shape({ gt: integer(), gte: integer(), lt: integer(), lte: integer() });
type Range = ReturnType<typeof rangeRule>;

const createdRule: Rule<Range> = (raw: RawParam | undefined, param: string) => {
  if (typeof raw !== 'string') return rangeRule(raw, param);
  const exact = integer()(raw, param);
  return { gt: undefined, lt: undefined, gte: exact, lte: exact };
};

const pageRules = {
  limit: integer(1, 100),
  starting_after: text(),
  ending_before: text(),
  created: createdRule,
};
const OPERATORS = { gt: '>', gte: '>=', lt: '<', lte: '<=' } as const;

const createdClauses = (created: Range): Clause[] =>
  Object.entries(OPERATORS).flatMap(([key, operator]) => {
    const value = created?.[key as keyof typeof OPERATORS];
    return value === undefined ? [] : [{ sql: `created ${operator} ?`, values: [value] }];
  });

/** Builds a condition on a property inside the object, by its path; none when `value` is undefined. */
export const whereProperty = (path: string, value: string | number | boolean | undefined): Clause[] => {
  if (value === undefined) return [];
  return [
    {
      sql: `json_extract(json, '$.${path}') = ?`,
      values: [typeof value === 'boolean' ? Number(value) : value],
    },
  ];
};

export const toList = (url: string, data: object[], hasMore = false): object => ({
  object: 'list',
  url,
  has_more: hasMore,
  data,
});

type ParamRules = { [key: string]: Rule<unknown> };

/** Declares GET of a collection: cursor pages, created[…] and the resource's own filters. `path` may contain an id. */
export const listEndpoint = <K extends ParamRules>(
  path: `/${string}`,
  type: ObjectName,
  filters: K,
  clauses: (params: ParamValues<K>, id: string, call: CallContext) => Clause[],
): Endpoint =>
  endpoint(`GET ${path}`, { ...filters, ...pageRules }, (call, params, id) => {
    const pageParams = params as ParamValues<typeof pageRules>;
    if (pageParams.starting_after !== undefined && pageParams.ending_before !== undefined) {
      throw invalidParam(
        'Received both ending_before and starting_after parameters. Please pass in only one.',
        'ending_before',
      );
    }
    const filterClauses = clauses(params as unknown as ParamValues<K>, id, call);
    if (pageParams.starting_after !== undefined) call.repository.get(type, pageParams.starting_after, 'starting_after');
    if (pageParams.ending_before !== undefined) call.repository.get(type, pageParams.ending_before, 'ending_before');
    const { data, hasMore } = call.repository.page(type, {
      limit: pageParams.limit ?? 10,
      after: pageParams.starting_after,
      before: pageParams.ending_before,
      where: [...createdClauses(pageParams.created), ...filterClauses],
    });
    return toList(path.replace(':id', id), data.map(withoutHidden), hasMore);
  });

/** Declares GET of one object; `param` is the parameter name in Stripe's error. */
export const retrieveEndpoint = (path: `/${string}`, type: ObjectName, param = 'id'): Endpoint =>
  endpoint(`GET ${path}`, {}, (call, _params, id) => call.repository.get(type, id, param));
