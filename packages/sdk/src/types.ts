import type { operations } from './generated/schema.ts';

type JsonOf<T> = T extends { content: { 'application/json': infer Content } } ? Content : never;
type ContentOf<T> = T extends { content: { 'text/csv': unknown } } ? string : JsonOf<T>;

export type OperationId = keyof operations;

/** Response of an operation: JSON, or the text of a CSV file. */
export type Result<Id extends OperationId> = ContentOf<
  operations[Id]['responses'][keyof operations[Id]['responses'] & (200 | 201)]
>;
type BodyOf<T> = T extends { content: { 'application/octet-stream': unknown } } ? Uint8Array : JsonOf<T>;
/** Request body of an operation: JSON, or bytes of a file. */
export type Body<Id extends OperationId> = BodyOf<NonNullable<operations[Id]['requestBody']>>;
/** Query parameters of an operation. */
export type Query<Id extends OperationId> = NonNullable<operations[Id]['parameters']['query']>;
/** Item of an operation that answers a list. */
export type Item<Id extends OperationId> = Result<Id> extends { data: (infer Row)[] } ? Row : never;
