/// <reference lib="dom" />
// Public pages work without this script, which enhances their controls.
import { syncSignedInAttribute } from '#app/lib/session/signed-in-attribute.ts';

import {
  animateLayoutChange,
  enhanceDrawer,
  loadDeferredStylesheets,
  keepOneQuestionOpen,
  enableSkeletons,
  showNoticeToast,
  enableSignOutButtons,
} from './enhancements.ts';
import { enableTrialButtons } from './start-trial.ts';

syncSignedInAttribute();
showNoticeToast();
enhanceDrawer();
enableSignOutButtons();
enableTrialButtons();
enableSkeletons();
animateLayoutChange();
keepOneQuestionOpen();
loadDeferredStylesheets();
