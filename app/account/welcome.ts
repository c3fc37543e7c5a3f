import type { ToastContent } from '#app/ui/toast-card.tsx';
import { SITE } from '#content/site.ts';

export const WELCOME_BACK: ToastContent = { title: 'Welcome back!' };
export const WELCOME_NEW: ToastContent = {
  title: `Welcome to ${SITE.name}`,
  message: 'Your account is ready.',
};
