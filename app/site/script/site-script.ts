/// <reference lib="dom" />
// Public pages work without this script, which enhances their controls.
import { followSession } from '#app/session/session-mark.ts';

import { feedAtChange } from './feed.ts';
import { holdFocusInDrawer } from './drawer.ts';
import { styleLater } from './later.ts';
import { sayNotice } from './notice.ts';
import { signOutAtPress } from './sign-out.ts';
import { openOneQuestion } from './questions.ts';
import { showSkeletons } from './skeletons.ts';
import { startTrialAtPress } from './start-trial.ts';

followSession();
sayNotice();
holdFocusInDrawer();
signOutAtPress();
startTrialAtPress();
showSkeletons();
feedAtChange();
openOneQuestion();
styleLater();
