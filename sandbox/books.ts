import type { SQLInputValue, StatementSync } from 'node:sqlite';
import type { ObjectName, Objects } from './objects.ts';
import { resourceMissing } from './problem.ts';

type Sql = (text: string) => StatementSync;

/** SQL condition on the rows of `objects`, with its bound values. */
export type Clause = { sql: string; values: SQLInputValue[] };
export type PageQuery = {
  limit: number;
  after?: string | undefined;
  before?: string | undefined;
  where?: Clause[];
};

/** Repository of one account's Stripe objects; account '' is the platform. */
export type ObjectRepository = {
  find: <T extends ObjectName>(type: T, id: string) => Objects[T] | undefined;
  /** Throws Stripe's "No such …" error with `param`. */
  get: <T extends ObjectName>(type: T, id: string, param?: string) => Objects[T];
  insert: <T extends ObjectName>(type: T, object: Objects[T]) => Objects[T];
  update: <T extends ObjectName>(type: T, id: string, change: Partial<Objects[T]>) => Objects[T];
  remove: (type: ObjectName, id: string) => void;
  wasRemoved: (type: ObjectName, id: string) => boolean;
  /** Returns a page, newest first. Reads one row more than `limit` to compute `hasMore`. */
  page: <T extends ObjectName>(type: T, page: PageQuery) => { data: Objects[T][]; hasMore: boolean };
};

type ReadMethods = Pick<ObjectRepository, 'find' | 'get' | 'wasRemoved' | 'page'>;
type WriteMethods = Pick<ObjectRepository, 'insert' | 'update' | 'remove'>;

const parseRow = (row: unknown): unknown => JSON.parse(String((row as { json: string }).json));
const WHERE_ID = 'account = ? AND type = ? AND id = ?';

const selectPage = (sql: Sql, account: string, type: ObjectName, page: PageQuery): unknown[] => {
  const cursor = page.after ?? page.before;
  const cursorPosition = '(SELECT seq FROM objects WHERE account = ? AND type = ? AND id = ?)';
  const clauses: Clause[] = [
    // The type is a literal and not a bound value, so that SQLite uses the partial indexes on one type's properties.
    { sql: `account = ? AND type = '${type}' AND deleted = 0`, values: [account] },
    ...(page.where ?? []),
  ];
  if (cursor !== undefined)
    clauses.push({
      sql: `seq ${page.after === undefined ? '>' : '<'} ${cursorPosition}`,
      values: [account, type, cursor],
    });
  const order = page.before === undefined ? 'DESC' : 'ASC';
  const where = clauses.map((clause) => `(${clause.sql})`).join(' AND ');
  return sql(`SELECT json FROM objects WHERE ${where} ORDER BY seq ${order} LIMIT ?`).all(
    ...clauses.flatMap((clause) => clause.values),
    page.limit + 1,
  );
};

const createReadMethods = (sql: Sql, account: string): ReadMethods => {
  const find: ObjectRepository['find'] = (type, id) => {
    const row = sql(`SELECT json FROM objects WHERE ${WHERE_ID} AND deleted = 0`).get(account, type, id);
    return row && (parseRow(row) as Objects[typeof type]);
  };
  return {
    find,
    get: (type, id, param) => {
      const object = find(type, id);
      if (!object) throw resourceMissing(type, id, param);
      return object;
    },
    wasRemoved: (type, id) =>
      sql(`SELECT 1 FROM objects WHERE ${WHERE_ID} AND deleted = 1`).get(account, type, id) !== undefined,
    page: (type, page) => {
      const rows = selectPage(sql, account, type, page);
      const data = rows.slice(0, page.limit).map(parseRow) as Objects[typeof type][];
      return {
        data: page.before === undefined ? data : data.toReversed(),
        hasMore: rows.length > page.limit,
      };
    },
  };
};

const createWriteMethods = (sql: Sql, account: string, get: ObjectRepository['get']): WriteMethods => ({
  insert: (type, object) => {
    const created = 'created' in object ? Number(object.created) : 0;
    const json = JSON.stringify(object);
    sql(`DELETE FROM objects WHERE ${WHERE_ID} AND deleted = 1`).run(account, type, object.id);
    const insertSql = 'INSERT INTO objects (account, type, id, json, created) VALUES (?, ?, ?, ?, ?)';
    sql(insertSql).run(account, type, object.id, json, created);
    return object;
  },
  update: (type, id, change) => {
    const object = { ...get(type, id), ...change };
    sql(`UPDATE objects SET json = ? WHERE ${WHERE_ID}`).run(JSON.stringify(object), account, type, id);
    return object;
  },
  remove: (type, id) => {
    sql(`UPDATE objects SET deleted = 1 WHERE ${WHERE_ID}`).run(account, type, id);
  },
});

/** Creates the repository that reads and writes one account's rows as typed objects. */
export const createRepository = (sql: Sql, account: string): ObjectRepository => {
  const readMethods = createReadMethods(sql, account);
  return { ...readMethods, ...createWriteMethods(sql, account, readMethods.get) };
};
