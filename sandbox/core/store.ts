import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync, type StatementSync, type SQLInputValue } from 'node:sqlite';

import { resourceMissing } from './api-error.ts';
import type { HidingObjectName, ObjectName, Objects } from './objects.ts';

type Sql = (text: string) => StatementSync;

/** SQL condition on the rows of `objects`, with its bound values. */
export type Clause = { sql: string; values: SQLInputValue[] };
/** Values of properties inside an object, by their paths. Nested groups extend the path; undefined means any value. */
export type PropertyFilter = { [path: string]: string | number | boolean | undefined | PropertyFilter };
type PageQuery = {
  limit: number;
  after?: string | undefined;
  before?: string | undefined;
  where?: Clause[];
};

export const whereProperties = (filter: PropertyFilter, prefix = ''): Clause[] =>
  Object.entries(filter).flatMap(([key, value]): Clause[] => {
    if (value === undefined) return [];
    const path = `${prefix}${key}`;
    if (typeof value === 'object') return whereProperties(value, `${path}.`);
    return [
      { sql: `json_extract(json, '$.${path}') = ?`, values: [typeof value === 'boolean' ? Number(value) : value] },
    ];
  });

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

/** Repository of one account's Stripe objects; account '' is the platform. */
export class ObjectRepository {
  readonly #sql: Sql;
  readonly #account: string;

  constructor(sql: Sql, account: string) {
    this.#sql = sql;
    this.#account = account;
  }

  find<T extends ObjectName>(type: T, id: string): Objects[T] | undefined {
    const query = this.#sql(`SELECT json FROM objects WHERE ${WHERE_ID} AND deleted = 0`);
    const row = query.get(this.#account, type, id);
    return row && (parseRow(row) as Objects[T]);
  }

  /** Throws Stripe's "No such …" error with `param`. */
  get<T extends ObjectName>(type: T, id: string, param?: string): Objects[T] {
    const object = this.find(type, id);
    if (!object) throw resourceMissing(type, id, param);
    return object;
  }

  wasRemoved(type: ObjectName, id: string): boolean {
    const query = this.#sql(`SELECT 1 FROM objects WHERE ${WHERE_ID} AND deleted = 1`);
    return query.get(this.#account, type, id) !== undefined;
  }

  /** Returns a page, newest first. Reads one row more than `limit` to compute `hasMore`. */
  page<T extends ObjectName>(type: T, query: PageQuery): { data: Objects[T][]; hasMore: boolean } {
    const rows = selectPage(this.#sql, this.#account, type, query);
    const data = rows.slice(0, query.limit).map(parseRow) as Objects[T][];
    return { data: query.before === undefined ? data : data.toReversed(), hasMore: rows.length > query.limit };
  }

  /** Returns the newest objects with these property values, newest first. */
  list<T extends ObjectName>(type: T, filter: PropertyFilter = {}, limit = 100): Objects[T][] {
    return this.page(type, { limit, where: whereProperties(filter) }).data;
  }

  insert<T extends ObjectName>(type: T, object: Objects[T]): Objects[T] {
    const created = 'created' in object ? Number(object.created) : 0;
    const json = JSON.stringify(object);
    this.#sql(`DELETE FROM objects WHERE ${WHERE_ID} AND deleted = 1`).run(this.#account, type, object.id);
    const insertSql = 'INSERT INTO objects (account, type, id, json, created) VALUES (?, ?, ?, ?, ?)';
    this.#sql(insertSql).run(this.#account, type, object.id, json, created);
    return object;
  }

  update<T extends ObjectName>(type: T, id: string, change: Partial<Objects[T]>): Objects[T] {
    const object = { ...this.get(type, id), ...change };
    this.#sql(`UPDATE objects SET json = ? WHERE ${WHERE_ID}`).run(JSON.stringify(object), this.#account, type, id);
    return object;
  }

  /** Updates some of the properties that only the sandbox uses. */
  updateHidden<T extends HidingObjectName>(type: T, id: string, change: Partial<Objects[T]['hidden']>): Objects[T] {
    const { hidden } = this.get(type, id);
    return this.update(type, id, { hidden: { ...hidden, ...change } } as Partial<Objects[T]>);
  }

  remove(type: ObjectName, id: string): void {
    this.#sql(`UPDATE objects SET deleted = 1 WHERE ${WHERE_ID}`).run(this.#account, type, id);
  }
}

const schema = `
  CREATE TABLE IF NOT EXISTS objects (
    seq INTEGER PRIMARY KEY AUTOINCREMENT, account TEXT NOT NULL, type TEXT NOT NULL, id TEXT NOT NULL,
    json TEXT NOT NULL, created INTEGER NOT NULL, deleted INTEGER NOT NULL DEFAULT 0, UNIQUE (account, type, id));
  CREATE INDEX IF NOT EXISTS objects_newest ON objects (account, type, seq);
  CREATE INDEX IF NOT EXISTS objects_id ON objects (id);
  CREATE INDEX IF NOT EXISTS subscriptions_of ON objects (account, json_extract(json, '$.customer'))
    WHERE type = 'subscription';
  CREATE INDEX IF NOT EXISTS invoices_of
    ON objects (account, json_extract(json, '$.parent.subscription_details.subscription')) WHERE type = 'invoice';
  CREATE INDEX IF NOT EXISTS payments_of ON objects (account, json_extract(json, '$.invoice'))
    WHERE type = 'invoice_payment';
  CREATE INDEX IF NOT EXISTS charges_of ON objects (account, json_extract(json, '$.payment_intent'))
    WHERE type = 'charge';
  CREATE INDEX IF NOT EXISTS refunds_of ON objects (account, json_extract(json, '$.charge')) WHERE type = 'refund';
  CREATE INDEX IF NOT EXISTS disputes_of ON objects (account, json_extract(json, '$.charge')) WHERE type = 'dispute';
  CREATE INDEX IF NOT EXISTS sessions_begun ON objects (account, json_extract(json, '$.subscription'))
    WHERE type = 'checkout.session';
  CREATE INDEX IF NOT EXISTS invoices_to ON objects (account, json_extract(json, '$.customer')) WHERE type = 'invoice';
  CREATE INDEX IF NOT EXISTS sessions_of ON objects (account, json_extract(json, '$.payment_intent'))
    WHERE type = 'checkout.session';
  CREATE INDEX IF NOT EXISTS items_of ON objects (account, json_extract(json, '$.hidden.session')) WHERE type = 'item';
  CREATE INDEX IF NOT EXISTS methods_of ON objects (account, json_extract(json, '$.customer'))
    WHERE type = 'payment_method';
  CREATE TABLE IF NOT EXISTS idempotency (
    account TEXT NOT NULL, key TEXT NOT NULL, path TEXT NOT NULL, hash TEXT NOT NULL, status INTEGER NOT NULL,
    body TEXT NOT NULL, created INTEGER NOT NULL, PRIMARY KEY (account, key));
  CREATE TABLE IF NOT EXISTS deliveries (
    id INTEGER PRIMARY KEY AUTOINCREMENT, account TEXT NOT NULL, event TEXT NOT NULL, url TEXT NOT NULL,
    scope TEXT NOT NULL, body TEXT NOT NULL, tries INTEGER NOT NULL DEFAULT 0, state TEXT NOT NULL DEFAULT 'waiting',
    answer TEXT, due INTEGER NOT NULL);
  CREATE INDEX IF NOT EXISTS deliveries_due ON deliveries (state, due);
  CREATE INDEX IF NOT EXISTS deliveries_event ON deliveries (event);
  CREATE TABLE IF NOT EXISTS alarms (
    seq INTEGER PRIMARY KEY AUTOINCREMENT, account TEXT NOT NULL, kind TEXT NOT NULL, id TEXT NOT NULL, due INTEGER NOT NULL);
  CREATE INDEX IF NOT EXISTS alarms_due ON alarms (due, seq);
  CREATE TABLE IF NOT EXISTS clock (id INTEGER PRIMARY KEY CHECK (id = 1), ahead INTEGER NOT NULL);
  -- Files of earlier versions have subscriptions without hidden properties.
  UPDATE objects SET json = json_set(json, '$.hidden', json('{"pendingLines":[],"pendingInvoice":null}'))
    WHERE type = 'subscription' AND json_extract(json, '$.hidden') IS NULL;
  -- Files of earlier versions have another name for the tag of a payment method.
  UPDATE objects
    SET json = json_set(json_remove(json, '$.hidden.behaviour'), '$.hidden.behaviorTag', json_extract(json, '$.hidden.behaviour'))
    WHERE type = 'payment_method' AND json_extract(json, '$.hidden.behaviour') IS NOT NULL;
`;

export type Store = {
  sql: (text: string) => StatementSync;
  repository: (account: string) => ObjectRepository;
  /** Returns the account that owns an object, for URLs that do not contain an account. */
  findAccountOf: (type: ObjectName, id: string) => string | undefined;
  transaction: <T>(work: () => T) => T;
  /** Rolls back the writes of `work` when it throws, inside a running transaction. */
  savepoint: <T>(work: () => T) => T;
  close: () => void;
};

const openDatabase = (file: string | null): DatabaseSync => {
  if (file !== null) mkdirSync(dirname(file), { recursive: true });
  const db = new DatabaseSync(file ?? ':memory:');
  db.exec('PRAGMA busy_timeout = 5000; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;');
  db.exec(schema);
  return db;
};

const createTransactionRunner = (db: DatabaseSync, [beginSql, commitSql, rollbackSql]: [string, string, string]) => {
  return <T>(work: () => T): T => {
    db.exec(beginSql);
    try {
      const result = work();
      db.exec(commitSql);
      return result;
    } catch (error) {
      db.exec(rollbackSql);
      throw error;
    }
  };
};

export const openStore = (file: string | null): Store => {
  const db = openDatabase(file);
  const statements = new Map<string, StatementSync>();
  const sql: Store['sql'] = (text) => {
    const statement = statements.get(text) ?? db.prepare(text);
    statements.set(text, statement);
    return statement;
  };
  return {
    sql,
    repository: (account) => new ObjectRepository(sql, account),
    findAccountOf: (type, id) => {
      const row = sql('SELECT account FROM objects WHERE id = ? AND type = ? AND deleted = 0').get(id, type);
      return row && String(row['account']);
    },
    transaction: createTransactionRunner(db, ['BEGIN IMMEDIATE', 'COMMIT', 'ROLLBACK']),
    savepoint: createTransactionRunner(db, [
      'SAVEPOINT attempt',
      'RELEASE attempt',
      'ROLLBACK TO attempt; RELEASE attempt',
    ]),
    close: () => db.close(),
  };
};
