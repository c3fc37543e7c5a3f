// Builds the pages unless a build of these very sources is there.
import { builtFolder } from '../set-up.mjs';

if (!(await builtFolder())) process.exit(1);
