import { unmarkCopyButtons } from './copy';
import { markLines } from './lines';
import { keepClosedOnPaper } from './print';
import { keepSwitch } from './switch';

keepSwitch();
markLines();
unmarkCopyButtons();
keepClosedOnPaper();
