import type { ReactNode } from 'react';

import { ErrorState } from '#app/components/error-state.tsx';
import { Skeleton } from '#app/components/skeleton.tsx';

import { getErrorMessage } from '../error-message.ts';
import { hasErrorCode } from './rpc-error.ts';
import type { Query } from './use-rpc-query.ts';

/** What a screen needs of a query's result. */
export type QueryResult<Data> = Pick<Query<Data>, 'data' | 'error' | 'retry'>;

type Props<Data> = {
  query: QueryResult<Data>;
  /** What is missing, such as "Couldn’t load your orders". */
  errorTitle: string;
  /** Replaces the error's message. */
  errorDescription?: string;
  rows?: number;
  /** Replaces the skeleton. */
  skeleton?: ReactNode;
  /** Shown for an object that does not exist or belongs to another account. */
  notFound?: ReactNode;
  children: (data: Data) => ReactNode;
};

/** Shows a query's data, its skeleton, or its error with a retry button. Loaded data stays when a refetch fails. */
export function QueryBoundary<Data>({ query, notFound, children, ...props }: Props<Data>) {
  const { data, error, retry } = query;
  if (data !== undefined) return children(data);
  if (error === null) return props.skeleton ?? <Skeleton rows={props.rows} />;
  if (notFound && hasErrorCode(error, 'not_found', 'invalid_request')) return notFound;
  const description = props.errorDescription ?? getErrorMessage(error);
  return <ErrorState title={props.errorTitle} description={description} onRetry={retry} />;
}
