import { useState } from 'react';

import type { PreviewState } from './preview-states.ts';
import { DEVICES, type Device } from './stage-head.tsx';
import { SINGLE_KEYS_OFF, useNote } from '#app/session/use-note.ts';

/** The open dialog of the builder. */
export type Held = 'templates' | 'versions' | 'shortcuts' | null;

/** Returns the phone preview on narrow screens, otherwise the desktop preview. */
const firstDevice = (): Device => DEVICES[window.matchMedia('(width < 820px)').matches ? 2 : 0];

/** View state of the builder that is not part of the page. */
export function useWorkshopView() {
  const [device, setDevice] = useState<Device>(firstDevice);
  const [shown, setShown] = useState<PreviewState>('open');
  const [held, setHeld] = useState<Held>(null);
  const [singlesOff, setSinglesOff] = useNote(SINGLE_KEYS_OFF);
  return { device, setDevice, shown, setShown, held, setHeld, singles: singlesOff !== true, setSinglesOff };
}

export type WorkshopView = ReturnType<typeof useWorkshopView>;
