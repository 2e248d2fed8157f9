// What is read anew once a card reader has changed.
import { devices } from '../../../contract/payments/devices.ts';

/** Lists and records of card readers, wherever they show. */
export const device_stales = [devices.search, devices.get];
