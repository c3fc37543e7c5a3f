import type { ToastWords } from '#app/ui/toast-card.tsx';
import { SITE } from '#content/site.ts';

export const WELCOME_BACK: ToastWords = { title: 'Welcome back!' };
export const NEW_HERE: ToastWords = { title: `Welcome to ${SITE.name}`, message: 'Your account is ready.' };
