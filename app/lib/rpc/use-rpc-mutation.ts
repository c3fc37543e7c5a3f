import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';

import type { ToastContent } from '#app/components/toast-card.tsx';
import { dismissToast, toast } from '#app/components/toast.tsx';
import type { RpcName, RpcContract } from '#domain/rpc-contract.ts';

import { getErrorMessage, showErrorToast } from '../error-message.ts';
import { withReauthentication } from '../session/reauthentication.ts';
import { callRpc } from './call-rpc.ts';
import { useRpcCache } from './use-rpc-query.ts';

export type MutationOptions<Input, Output> = {
  /** Title of the error toast. Without it the caller shows `error`, for example below a field. */
  failureTitle?: string | ((input: Input) => string);
  success?: ToastContent | ((output: Output, input: Input) => ToastContent);
  /** RPC functions whose results are refetched after a success and after a failure. `busy` lasts until then. */
  invalidates?: readonly RpcName[];
  onSuccess?: (output: Output, input: Input) => void;
  onError?: (error: unknown, input: Input) => void;
};

export type Mutation<Input, Output> = {
  busy: boolean;
  /** Input of the running request; null while none runs. */
  input: Input | null;
  /** Message of the last error; null while a new request runs. */
  error: string | null;
  /** Code of the last error, if it has one. */
  code: string | null;
  /** Clears the error, because the input has changed. */
  clear: () => void;
  /** Resolves to null after an error, a canceled step-up authentication, or if a request is already running. */
  run: (input: Input) => Promise<{ data: Output } | null>;
};

const getErrorCode = (error: unknown): string | null =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : null;

const getFailureTitle = <Input>(title: string | ((input: Input) => string), input: Input): string =>
  typeof title === 'function' ? title(input) : title;

/** Runs an action, with step-up authentication if the server requires it, and reports the result. */
export function useAction<Input = void, Output = unknown>(
  action: (input: Input) => Promise<Output>,
  { failureTitle, success, invalidates = [], onSuccess, onError }: MutationOptions<Input, Output> = {},
): Mutation<Input, Output> {
  const cache = useRpcCache();
  const isRunning = useRef(false);
  const { mutateAsync, isPending, variables, error, reset } = useMutation<{ data: Output } | null, unknown, Input>({
    mutationFn: async (input) => {
      let result: { data: Output } | null = null;
      await withReauthentication(async () => {
        result = { data: await action(input) };
      });
      return result;
    },
    onSuccess: (result, input) => {
      if (!result) return;
      if (failureTitle) dismissToast(getFailureTitle(failureTitle, input));
      if (success) toast(typeof success === 'function' ? success(result.data, input) : success);
      onSuccess?.(result.data, input);
    },
    onError: (cause, input) => {
      if (failureTitle) showErrorToast(cause, getFailureTitle(failureTitle, input));
      onError?.(cause, input);
    },
    onSettled: () => cache.invalidate(...invalidates),
  });
  const run = async (input: Input): Promise<{ data: Output } | null> => {
    // A second click can arrive before the first one is rendered.
    if (isRunning.current) return null;
    isRunning.current = true;
    try {
      return await mutateAsync(input);
    } catch {
      return null;
    } finally {
      isRunning.current = false;
    }
  };
  return {
    busy: isPending,
    input: isPending ? (variables ?? null) : null,
    error: error === null ? null : getErrorMessage(error),
    code: getErrorCode(error),
    clear: reset,
    run,
  };
}

/** Runs the action that it is given, for a form with several steps. Its errors are shown in the form. */
export const useFormAction = () => useAction((action: () => Promise<unknown>) => action());

/** Calls an RPC function that changes something. */
export const useRpcMutation = <N extends RpcName>(
  name: N,
  options?: MutationOptions<RpcContract[N]['body'], RpcContract[N]['response']>,
): Mutation<RpcContract[N]['body'], RpcContract[N]['response']> =>
  useAction((body: RpcContract[N]['body']) => callRpc(name, body), options);
