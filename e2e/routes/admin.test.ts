// Every screen of an administrator.
import { sweepAreas } from './sweep.ts';

sweepAreas(['admin']);
