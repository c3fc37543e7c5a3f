import { LOGO_SIZE } from '#domain/image.ts';

import { AccentGroup } from './accent-group.tsx';
import { Group } from './builder-field.tsx';
import { ChoiceRow } from './choice-row.tsx';
import { FontsGroup } from './fonts-group.tsx';
import { ImageField } from './image-field.tsx';
import { LayoutGroup } from './layout-group.tsx';

const POSITIONS = [
  { value: 'top-left', label: 'Top left' },
  { value: 'top-center', label: 'Top center' },
  { value: 'above-product', label: 'Above product' },
] as const;

/** `loadFonts` is true once the tab has been opened; only then are the preview fonts loaded. */
export function DesignTab({ loadFonts }: { loadFonts: boolean }) {
  return (
    <>
      <LayoutGroup />
      <Group title="Brand">
        <ImageField
          field="logo"
          use="logo"
          label="Logo"
          acceptedText="JPG, PNG or WEBP, less than 2 MB, or SVG, less than 256 KB"
          hint={`Recommended ${LOGO_SIZE.width}x${LOGO_SIZE.height}. At most ${LOGO_SIZE.displayWidth} px wide on the page.`}
        />
        <ChoiceRow field="logoPosition" label="Logo position" options={POSITIONS} />
      </Group>
      <AccentGroup />
      <FontsGroup loadFonts={loadFonts} />
    </>
  );
}
