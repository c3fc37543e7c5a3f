// Builds the pages unless a build of the current sources exists.
import { builtFolder } from '../set-up.mjs';

if (!(await builtFolder())) process.exit(1);
