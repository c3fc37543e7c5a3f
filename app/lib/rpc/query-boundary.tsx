import type { ReactNode } from 'react';

import { ErrorState } from '#app/components/error-state.tsx';
import { Skeleton } from '#app/components/skeleton.tsx';

import { getErrorMessage } from '../error-message.ts';
import type { Query } from './use-rpc-query.ts';

/** What a screen needs of a query's result. */
export type QueryResult<Data> = Pick<Query<Data>, 'data' | 'error' | 'retry'>;

type Props<Data> = {
  query: QueryResult<Data>;
  /** What is missing, such as "Your orders could not be loaded". */
  errorTitle: string;
  /** Replaces the error's message. */
  errorDescription?: string;
  skeleton?: ReactNode;
  children: (data: Data) => ReactNode;
};

/** Shows a query's data, its skeleton, or its error with a retry button. Loaded data stays when a refetch fails. */
export function QueryBoundary<Data>({ query, errorTitle, errorDescription, skeleton, children }: Props<Data>) {
  const { data, error, retry } = query;
  if (data !== undefined) return children(data);
  if (error === null) return skeleton ?? <Skeleton />;
  return <ErrorState title={errorTitle} description={errorDescription ?? getErrorMessage(error)} onRetry={retry} />;
}
