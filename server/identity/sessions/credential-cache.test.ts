// What a process remembers of credentials: for a second, at most so many, and no refusals.
import { describe, expect, it } from 'vitest';
import { nobody } from '../../context.ts';
import { frameServices } from '../../testing/frame-services.ts';
import { cachedCredential, invalidateCredentials, lastUse, recordUse } from './credential-cache.ts';

function world() {
  const time = { now: 1_000_000 };
  const services = frameServices();
  services.clock = { ...services.clock, real: () => new Date(time.now) };
  let look_count = 0;
  const look = (hash: string) =>
    cachedCredential(services, hash, async () => {
      look_count += 1;
      return { actor: nobody, addresses: [[String(look_count)]], origins: [] };
    });
  return { time, services, look, look_count: () => look_count };
}

describe('a credential', () => {
  it('is looked up once a second, by all who ask at once', async () => {
    const { time, look, look_count } = world();
    await Promise.all([look('a'), look('a'), look('b')]);
    expect(look_count()).toBe(2);
    time.now += 999;
    expect((await look('a')).addresses[0]).toEqual(['1']);
    expect(look_count()).toBe(2);
    time.now += 1;
    await look('a');
    expect(look_count()).toBe(3);
  });

  it('is forgotten at once when it is called for', async () => {
    const { services, look, look_count } = world();
    await look('a');
    invalidateCredentials(services);
    await look('a');
    expect(look_count()).toBe(2);
  });

  it('that is refused is not remembered, and the newer look-up stays', async () => {
    const { services, look, look_count } = world();
    const refused = () => cachedCredential(services, 'a', () => Promise.reject(new Error('no')));
    await expect(refused()).rejects.toThrow('no');
    await look('a');
    expect(look_count()).toBe(1);
    let fail = (_why: Error): void => undefined;
    const late = new Promise<never>((_resolve, reject) => {
      fail = reject;
    });
    const waiting = cachedCredential(services, 'b', () => late);
    invalidateCredentials(services);
    await look('b');
    fail(new Error('late'));
    await expect(waiting).rejects.toThrow('late');
    await look('b');
    expect(look_count()).toBe(2);
  });

  it('is remembered among 20,000 and no more', async () => {
    const { look, look_count } = world();
    for (let n = 0; n < 20_000; n++) await look(String(n));
    await look('0');
    expect(look_count()).toBe(20_000);
    await look('one more');
    await look('0');
    expect(look_count()).toBe(20_002);
  });
});

describe('the use of a credential', () => {
  it('is written when the last note is as old as it may be', () => {
    const { time, services } = world();
    expect(lastUse(services, 'a')).toBe(0);
    expect(recordUse(services, 'a', 100)).toBe(true);
    time.now += 99;
    expect(recordUse(services, 'a', 100)).toBe(false);
    expect(lastUse(services, 'a')).toBe(1_000_099);
    time.now += 1;
    expect(recordUse(services, 'a', 100)).toBe(true);
    expect(lastUse(services, 'a')).toBe(1_000_100);
    expect(recordUse(services, 'b', 100)).toBe(true);
  });

  it('is remembered of 20,000 and no more', () => {
    const { services } = world();
    for (let n = 0; n < 20_000; n++) recordUse(services, String(n), 100);
    expect(recordUse(services, '0', 100)).toBe(false);
    expect(lastUse(services, '7')).toBe(1_000_000);
    recordUse(services, 'one more', 100);
    expect(lastUse(services, '7')).toBe(0);
  });
});
