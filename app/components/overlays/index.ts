export { toast as sonnerToast, Toaster as ToastList } from 'sonner';

export { ToastCard } from '../toast-card.tsx';
export { AlertDialogFrame } from './alert-dialog-frame.tsx';
export { DialogFrame } from './dialog-frame.tsx';
export { FormDialogFrame } from './form-dialog-frame.tsx';
export { MenuFrame } from './menu-frame.tsx';
export { PopoverFrame } from './popover-frame.tsx';
