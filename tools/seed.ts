// `npm run seed`: makes the demo world in an empty database, as the first `npm start` does.
import { spawn } from 'node:child_process';
import path from 'node:path';

const server = path.resolve(import.meta.dirname, '../server/main.ts');
const child = spawn(process.execPath, ['--import', 'tsx', server], {
  stdio: ['ignore', 'pipe', 'inherit'],
  env: { ...process.env, PENSTOCK_SEED: 'demo', PORT: '0' },
});
child.stdout.on('data', (part: Buffer) => {
  process.stdout.write(part);
  if (part.toString().includes('Penstock is ready')) child.kill('SIGINT');
});
child.on('exit', (code) => {
  process.exitCode = code ?? 1;
});
