// Every screen of a partner, and those before the sign-in.
import { sweepAreas } from './sweep.ts';

sweepAreas(['partner', 'public']);
