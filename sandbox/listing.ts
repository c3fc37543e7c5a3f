import { endpoint, type Endpoint, type Call } from './call.ts';
import { visible } from './events.ts';
import type { Raw } from './form.ts';
import type { ObjectName } from './objects.ts';
import { integer, shape, text, type Read, type Rule } from './params.ts';
import { badParam } from './problem.ts';
import type { Clause } from './books.ts';

const range = shape({ gt: integer(), gte: integer(), lt: integer(), lte: integer() });
type Range = ReturnType<typeof range>;

const createdRule: Rule<Range> = (raw: Raw | undefined, param: string) => {
  if (typeof raw !== 'string') return range(raw, param);
  const exact = integer()(raw, param);
  return { gt: undefined, lt: undefined, gte: exact, lte: exact };
};

const pageKeys = {
  limit: integer(1, 100),
  starting_after: text(),
  ending_before: text(),
  created: createdRule,
};
const signs = { gt: '>', gte: '>=', lt: '<', lte: '<=' } as const;

const createdClauses = (created: Range): Clause[] =>
  Object.entries(signs).flatMap(([key, sign]) => {
    const value = created?.[key as keyof typeof signs];
    return value === undefined ? [] : [{ sql: `created ${sign} ?`, values: [value] }];
  });

/** Builds a condition on a property inside the object, by its path; none when `value` is undefined. */
export const where = (path: string, value: string | number | boolean | undefined): Clause[] => {
  if (value === undefined) return [];
  return [
    {
      sql: `json_extract(json, '$.${path}') = ?`,
      values: [typeof value === 'boolean' ? Number(value) : value],
    },
  ];
};

export const listOf = (url: string, data: object[], hasMore = false): object => ({
  object: 'list',
  url,
  has_more: hasMore,
  data,
});

type Keys = { [key: string]: Rule<unknown> };

/** Declares GET of a collection: cursor pages, created[…] and the resource's own filters. `path` may contain an id. */
export const listing = <K extends Keys>(
  path: `/${string}`,
  type: ObjectName,
  filters: K,
  clauses: (params: Read<K>, id: string, call: Call) => Clause[],
): Endpoint =>
  endpoint(`GET ${path}`, { ...filters, ...pageKeys }, (call, params, id) => {
    const page = params as Read<typeof pageKeys>;
    if (page.starting_after !== undefined && page.ending_before !== undefined) {
      throw badParam(
        'Received both ending_before and starting_after parameters. Please pass in only one.',
        'ending_before',
      );
    }
    const chosen = clauses(params as unknown as Read<K>, id, call);
    if (page.starting_after !== undefined) call.books.get(type, page.starting_after, 'starting_after');
    if (page.ending_before !== undefined) call.books.get(type, page.ending_before, 'ending_before');
    const { data, hasMore } = call.books.page(type, {
      limit: page.limit ?? 10,
      after: page.starting_after,
      before: page.ending_before,
      where: [...createdClauses(page.created), ...chosen],
    });
    return listOf(path.replace(':id', id), data.map(visible), hasMore);
  });

/** Declares GET of one object; `param` is the parameter name in Stripe's error. */
export const retrieval = (path: `/${string}`, type: ObjectName, param = 'id'): Endpoint =>
  endpoint(`GET ${path}`, {}, (call, _params, id) => call.books.get(type, id, param));
