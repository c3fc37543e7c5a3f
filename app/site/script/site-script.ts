/// <reference lib="dom" />
// Public pages work without this script, which enhances their controls.
import { syncSignedInAttribute } from '#app/session/session-mark.ts';

import { animateLayoutChange } from './feed.ts';
import { enhanceDrawer } from './drawer.ts';
import { loadDeferredStylesheets } from './later.ts';
import { showNoticeToast } from './notice.ts';
import { enableSignOutButtons } from './sign-out.ts';
import { keepOneQuestionOpen } from './questions.ts';
import { enableSkeletons } from './skeletons.ts';
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
