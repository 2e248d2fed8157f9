// For tests of the rotation of keys: master keys in a file, a running server and a tool beside it.
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { type Context, systemContext } from '../../context.ts';
import { openKeyRing } from '../../keys/keys.ts';
import { makeProcessState } from '../../process-state.ts';
import { opened } from '../opened.ts';
import { makeTenants, type Tenants } from '../tenants.ts';
import { makeWorld, type World } from './world.ts';

export interface RotationWorld {
  world: World;
  tenants: Tenants;
  /** The file of master keys. */
  file: string;
  /** As the server runs. */
  server: Context;
  /** As a process of its own that reads the same file, with its own memory of data keys. */
  another(): Context;
  close(): Promise<void>;
}

export async function makeRotationWorld(): Promise<RotationWorld> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'penstock-rotation-'));
  const file = path.join(folder, 'master.key');
  const world = await makeWorld();
  const { services } = world;
  services.keys = openKeyRing(file, true);
  const another = () => {
    const own = { ...makeProcessState(), keys: openKeyRing(file, false) };
    return systemContext({ ...services, ...own }, services.ids.next());
  };
  return {
    world,
    tenants: await makeTenants(world),
    file,
    server: systemContext(services, services.ids.next()),
    another,
    async close() {
      await world.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The rotation world of a test file; to be called at its top. */
export const openRotationWorld = (): RotationWorld =>
  opened(makeRotationWorld, (world) => world.close());
