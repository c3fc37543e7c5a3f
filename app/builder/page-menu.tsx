import { Download, Ellipsis, History, Keyboard, LayoutTemplate, Upload } from 'lucide-react';
import { useRef } from 'react';

import { Menu } from '#app/ui/menu.tsx';

type Props = {
  onTemplates: () => void;
  onVersions: () => void;
  onExport: () => void;
  onImport: (file: File) => void;
  onShortcuts: () => void;
};

/** Menu of less frequent page actions. */
export function PageMenu({ onTemplates, onVersions, onExport, onImport, onShortcuts }: Props) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <div className="b-menu">
      <input
        ref={input}
        type="file"
        hidden
        accept="application/json,.json"
        aria-label="Page file"
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          event.target.value = '';
          if (file) onImport(file);
        }}
      />
      <Menu
        label="More for this page"
        Icon={Ellipsis}
        entries={[
          { label: 'Use a template', Icon: LayoutTemplate, onChoose: onTemplates },
          { label: 'Versions', Icon: History, onChoose: onVersions },
          { label: 'Export as a file', Icon: Download, onChoose: onExport },
          { label: 'Import a file as a new page', Icon: Upload, onChoose: () => input.current?.click() },
          { label: 'Keyboard shortcuts', Icon: Keyboard, onChoose: onShortcuts },
        ]}
      />
    </div>
  );
}
