import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { createRepository, type ObjectRepository } from './books.ts';
import type { ObjectName } from './objects.ts';

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
    repository: (account) => createRepository(sql, account),
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
