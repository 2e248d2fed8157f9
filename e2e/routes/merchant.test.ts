// Every screen of a merchant.
import { sweepAreas } from './sweep.ts';

sweepAreas(['merchant']);
