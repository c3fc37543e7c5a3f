import { Download, Ellipsis, History, Keyboard, LayoutTemplate, Upload } from 'lucide-react';
import { useRef } from 'react';

import { DropdownMenu } from '#app/ui/menu.tsx';

type PageMenuProps = {
  onTemplates: () => void;
  onVersions: () => void;
  onExport: () => void;
  onImport: (file: File) => void;
  onShortcuts: () => void;
};

/** Menu of less frequent page actions. */
export function PageMenu({ onTemplates, onVersions, onExport, onImport, onShortcuts }: PageMenuProps) {
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
      <DropdownMenu
        label="More for this page"
        Icon={Ellipsis}
        items={[
          { label: 'Use a template', Icon: LayoutTemplate, onSelect: onTemplates },
          { label: 'Versions', Icon: History, onSelect: onVersions },
          { label: 'Export as a file', Icon: Download, onSelect: onExport },
          { label: 'Import a file as a new page', Icon: Upload, onSelect: () => input.current?.click() },
          { label: 'Keyboard shortcuts', Icon: Keyboard, onSelect: onShortcuts },
        ]}
      />
    </div>
  );
}
