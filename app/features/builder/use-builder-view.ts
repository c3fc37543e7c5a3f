import { useState } from 'react';

import { SINGLE_KEY_SHORTCUTS_OFF, useStoredFlag } from '#app/lib/use-stored-flag.ts';

import { DEVICES, type Device } from './preview/preview-pane.tsx';
import type { PreviewState } from './preview/preview-states.ts';

/** The open dialog of the builder. */
export type OpenDialog = 'templates' | 'versions' | 'shortcuts' | null;

/** Returns the phone preview on narrow screens, otherwise the desktop preview. */
const getInitialDevice = (): Device => DEVICES[window.matchMedia('(width < 820px)').matches ? 2 : 0];

/** View state of the builder that is not part of the page. */
export function useBuilderView() {
  const [device, setDevice] = useState<Device>(getInitialDevice);
  const [previewState, setPreviewState] = useState<PreviewState>('open');
  const [openDialog, setOpenDialog] = useState<OpenDialog>(null);
  const [singleKeysDisabled, setSingleKeysDisabled] = useStoredFlag(SINGLE_KEY_SHORTCUTS_OFF);
  return {
    device,
    setDevice,
    previewState,
    setPreviewState,
    openDialog,
    setOpenDialog,
    singleKeysEnabled: singleKeysDisabled !== true,
    setSingleKeysDisabled,
  };
}

export type BuilderView = ReturnType<typeof useBuilderView>;
