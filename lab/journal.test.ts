// The journal: nothing is called safe before the disk has it, and waiting requests share one sync.
import fs from 'node:fs';
import path from 'node:path';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { openJournal } from './journal.ts';
import {
  call,
  card_credentials,
  cardBody,
  cleanUp,
  freshFolder,
  type Json,
  killHard,
  nextReference,
  startLab,
} from './lab-process.ts';

afterEach(() => vi.restoreAllMocks());
afterAll(cleanUp);

describe('the journal', () => {
  it('writes and syncs before it says durable, and syncs once for all who wait', async () => {
    const file = path.join(freshFolder(), 'journal.ndjson');
    const journal = openJournal(file, () => undefined);
    const steps: string[] = [];
    const sync = fs.fdatasync;
    const spy = vi.spyOn(fs, 'fdatasync').mockImplementation((fd, done) => {
      steps.push(`sync with ${fs.readFileSync(file, 'utf8').split('\n').length - 1}`);
      sync(fd, (error) => {
        steps.push('synced');
        done(error);
      });
    });
    const waits = [1, 2, 3, 4, 5].map((n) => {
      journal.append({ n });
      return journal.durable().then(() => steps.push(`durable ${n}`));
    });
    await Promise.all(waits);
    expect(steps.slice(0, 3)).toEqual(['sync with 1', 'synced', 'durable 1']);
    expect(steps.slice(3, 5)).toEqual(['sync with 5', 'synced']);
    expect(spy).toHaveBeenCalledTimes(2);
    await journal.close();
  });

  it('gives back every line in order, and refuses a whole line that is damaged', async () => {
    const file = path.join(freshFolder(), 'journal.ndjson');
    const journal = openJournal(file, () => undefined);
    for (const n of [1, 2, 3]) journal.append({ n });
    await journal.close();
    const seen: unknown[] = [];
    await openJournal(file, (event) => seen.push(event)).close();
    expect(seen).toEqual([{ n: 1 }, { n: 2 }, { n: 3 }]);
    fs.appendFileSync(file, 'damaged\n');
    expect(() => openJournal(file, () => undefined)).toThrow(/line 4/);
  });

  it('holds every payment that was answered before a kill -9 under load', async () => {
    const folder = freshFolder();
    const first = await startLab(folder);
    const answered: string[] = [];
    const client = async (): Promise<void> => {
      for (;;) {
        const reference = nextReference();
        const body = cardBody('4111111111111111', { reference });
        await call(first.port, 'POST', '/sierra/sale', body);
        answered.push(reference);
      }
    };
    const clients = Array.from({ length: 16 }, () => client().catch(() => 'broken'));
    while (answered.length <= 50) await new Promise((resolve) => setTimeout(resolve, 10));
    await killHard(first.child);
    await Promise.all(clients);
    expect(answered.length).toBeGreaterThan(50);
    const second = await startLab(folder);
    for (const original_reference of answered) {
      const common: Json = { reference: nextReference(), credentials: card_credentials };
      const body = { ...common, original_reference };
      const { body: found } = await call(second.port, 'POST', '/sierra/inquire', body);
      expect(found).toMatchObject({ found: true, state: 'pending' });
    }
    await killHard(second.child);
  });

  it('ends the lab with a sentence where the disk refuses', async () => {
    const file = path.join(freshFolder(), 'journal.ndjson');
    const journal = openJournal(file, () => undefined);
    vi.spyOn(fs, 'fdatasync').mockImplementation((_, done) => done(new Error('EIO')));
    const ended = vi.spyOn(process, 'exit').mockImplementation(() => {
      throw new Error('ended');
    });
    const written = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    const over = vi.fn();
    journal.append({ n: 1 });
    const broken = new Promise((resolve) => process.once('uncaughtException', resolve));
    void journal.durable().then(over);
    await broken;
    expect(ended).toHaveBeenCalledWith(70);
    expect(written.mock.calls.join()).toContain('the journal cannot be written: Error: EIO');
    expect(over).not.toHaveBeenCalled();
  });
});
