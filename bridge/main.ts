// Entry of the card reader bridge: `npm run bridge [-- --simulate]`.
import type { AddressInfo } from 'node:net';
import { openPairing } from './pairing.ts';
import { no_driver } from './readers.ts';
import { bridgeServer } from './server.ts';
import { simulator } from './simulator.ts';

const usual_port = 8787;
const usual_origins = 'http://127.0.0.1:8080,http://localhost:8080';

const say = (line: string) => process.stdout.write(`${line}\n`);

const port = Number(process.env.BRIDGE_PORT || usual_port);
const origins = (process.env.BRIDGE_ORIGINS || usual_origins).split(',').map((one) => one.trim());
const driver = process.argv.includes('--simulate') ? simulator() : no_driver;
const pairing = openPairing((code) => say(`Pairing code: ${code}`));

const server = bridgeServer({ driver, pairing, origins });
server.once('error', (error: NodeJS.ErrnoException) => {
  process.stderr.write(`bridge: cannot listen on port ${port}: ${error.message}\n`);
  process.exit(1);
});
server.listen(port, '127.0.0.1', () => {
  const { port: bound } = server.address() as AddressInfo;
  say(`The card reader bridge listens on http://127.0.0.1:${bound} for ${origins.join(', ')}.`);
});
