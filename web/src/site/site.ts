import { markLines } from './lines';
import { unmarkCopyButtons } from './material';
import { keepSwitch } from './switch';

keepSwitch();
markLines();
unmarkCopyButtons();
