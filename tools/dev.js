// `npm run dev`: the server restarts on every change, the panel is served by Vite beside it.
import { spawn } from 'node:child_process';
import { ensureBuilt, ensureInstalled, root } from './ensure.js';

await ensureInstalled();
// The watched server serves this panel too, and starts this lab.
await ensureBuilt();

const env = { PENSTOCK_ENV: 'dev', ...process.env };
const commands = [
  ['node_modules/tsx/dist/cli.mjs', 'watch', '--clear-screen=false', 'server/main.ts'],
  ['node_modules/vite/bin/vite.js', '--clearScreen', 'false'],
];
const children = commands.map((args) =>
  spawn(process.execPath, args, { cwd: root, env, stdio: ['ignore', 'inherit', 'inherit'] }),
);

let ending = false;
function end() {
  if (ending) return;
  ending = true;
  for (const child of children) child.kill('SIGTERM');
}

for (const child of children) {
  child.once('exit', (code) => {
    if (!ending) process.exitCode = code || 1;
    end();
  });
}
process.on('SIGINT', end);
process.on('SIGTERM', end);
