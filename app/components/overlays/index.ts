export { toast as sonnerToast, Toaster as ToastList } from 'sonner';

export { DialogFrame } from './dialog-frame.tsx';
export { MenuFrame } from './menu-frame.tsx';
export { PopoverFrame } from './popover-frame.tsx';
