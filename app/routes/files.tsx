import { FilesPage } from '#app/features/delivery/files-page.tsx';
import { screenMeta } from '#app/features/site/page-meta.ts';
import { screenMessages } from '#content/messages/screens.ts';

export const meta = screenMeta(screenMessages.files);

export default function FilesRoute() {
  return <FilesPage />;
}
