// `npm start`: installs and builds what is missing, then keeps a server running until it is ended.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { at, endRun, ensureBuilt, ensureInstalled } from './ensure.js';

/** Waits before a server that died is started again; one that lived a minute starts over. */
const waits_ms = [0, 250, 500, 1_000, 2_000, 5_000, 10_000];
const healthy_ms = 60_000;

/** How often to look whether npm, which started this process, is still running. */
const look_every_ms = 500;

let server;
let port = process.env.PORT;
let was_ready = false;
let deaths = 0;
let ending = false;
let starting;

// Set before anything is begun, so that an installation or a build ends with this process too.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => end(signal));
if (process.env.npm_lifecycle_event) endWithNpm();

await ensureInstalled();
await ensureBuilt();
if (!ending) launch();

function end(signal) {
  ending = true;
  clearTimeout(starting);
  if (server?.kill(signal)) return;
  endRun(signal);
  process.exit(0);
}

/**
 * npm runs this file through a shell that does not pass signals on, so the only sign of its end is
 * that the shell, or npm above it, is gone.
 */
function endWithNpm() {
  const shell = process.ppid;
  const npm = parentOf(shell);
  const look = setInterval(() => {
    if (process.ppid === shell && parentOf(shell) === npm) return;
    clearInterval(look);
    end('SIGTERM');
  }, look_every_ms).unref();
}

/** The parent of another process; null where the system does not tell. */
function parentOf(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1];
  } catch {
    return null;
  }
}

/**
 * A process of its own, so that its sudden death leaves somebody to start it again; in a group of
 * its own, so that Ctrl-C reaches it once, through us.
 */
function launch() {
  const started_ms = performance.now();
  const env = port ? { ...process.env, PORT: String(port) } : process.env;
  server = spawn(process.execPath, ['--enable-source-maps', at('dist/server/main.js')], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    detached: true,
    env,
  });
  server.on('message', (message) => {
    // A free port that was found once stays ours: clients come back to it.
    port = message.port ?? port;
    was_ready = true;
  });
  server.once('exit', (code, signal) => {
    server = undefined;
    if (ending || !was_ready) process.exit(code ?? (ending ? 0 : 1));
    if (performance.now() - started_ms > healthy_ms) deaths = 0;
    const wait_ms = waits_ms[Math.min(deaths, waits_ms.length - 1)];
    deaths += 1;
    console.error(`The server ended by itself (${signal ?? `code ${code}`}); starting it again.`);
    starting = setTimeout(launch, wait_ms);
  });
}
