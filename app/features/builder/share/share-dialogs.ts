import { loadOnDemand } from '#app/components/utils/load-on-demand.tsx';

export const EmbedDialog = loadOnDemand(async () => (await import('./embed-dialog.tsx')).EmbedDialog);
export const ShareDialog = loadOnDemand(async () => (await import('./share-dialog.tsx')).ShareDialog);
