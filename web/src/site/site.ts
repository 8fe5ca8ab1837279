import { unmarkCopyButtons } from './copy';
import { markLines } from './lines';
import { keepSwitch } from './switch';

keepSwitch();
markLines();
unmarkCopyButtons();
