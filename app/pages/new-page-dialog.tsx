import { Dialog } from '#app/ui/dialog.tsx';

import { StartingPointGallery } from './new-page-gallery.tsx';

/** Dialog with the starting points of a new page. */
export function NewPageDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title="What does the new page begin with?" className="dlg wide" onClose={onClose} initialFocus=".tpl">
      <p className="muted tpl-intro">
        A template brings copy, a picture and colors of its own. Everything in it can be changed, and nothing is public
        until you publish.
      </p>
      <StartingPointGallery />
    </Dialog>
  );
}
