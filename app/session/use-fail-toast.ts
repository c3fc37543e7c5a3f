import { toast } from '#app/ui/toast.tsx';

import { CallError } from './call-error.ts';
import { confirmationLinkAct } from './confirmation-link.tsx';

/** Title and message of the toast for a failed action. */
export function failWords(error: unknown, actionTitle: string): { title: string; message: string } {
  if (error instanceof CallError) return { title: error.title ?? actionTitle, message: error.message };
  return { title: actionTitle, message: 'Something went wrong. Please try again.' };
}

const failToast = (error: unknown, actionTitle: string): void =>
  toast(failWords(error, actionTitle), { destructive: true, act: confirmationLinkAct(error) });

/** Shows a failed call in a toast: `showErrorToast(error, 'Publishing failed')`. */
export const useFailToast = () => failToast;
