import { toast } from '#app/components/toast.tsx';

import { RpcError } from './rpc/rpc-error.ts';
import { getConfirmationLinkAction } from './session/confirmation-link.tsx';

/** Title and message of the toast for a failed action. */
export function formatErrorToast(error: unknown, actionTitle: string): { title: string; message: string } {
  if (error instanceof RpcError) return { title: error.title ?? actionTitle, message: error.message };
  return { title: actionTitle, message: 'Something went wrong. Please try again.' };
}

const showErrorToast = (error: unknown, actionTitle: string): void =>
  toast(formatErrorToast(error, actionTitle), {
    destructive: true,
    action: getConfirmationLinkAction(error),
  });

/** Shows a failed call in a toast: `showErrorToast(error, 'Publishing failed')`. */
export const useErrorToast = () => showErrorToast;
