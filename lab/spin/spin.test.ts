// The simulated terminals, each by the end of its TPN (spin.md).
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  call,
  freshFolder,
  killHard,
  type LabProcess,
  nextReference,
  startLab,
} from '../lab-process.ts';

const folder = freshFolder();
let lab: LabProcess;
beforeAll(async () => {
  lab = await startLab(folder);
});
afterAll(() => killHard(lab.child));

type Json = Record<string, unknown>;

async function ask(name: string, tpn: string, body: Json = {}): Promise<Json> {
  const whole = { Tpn: tpn, Authkey: 'a1b2c3d4e5', ...body };
  const answer = await call(lab.port, 'POST', `/spin/v2/Payment/${name}`, whole);
  expect(answer.status).toBe(200);
  return answer.body;
}
const general = (answer: Json) => answer.GeneralResponse as Json;
const sell = (tpn: string, ReferenceId = nextReference(), more: Json = {}) =>
  ask('Sale', tpn, { Amount: 10, PaymentType: 'Credit', ReferenceId, ...more });

it('approves, declines and fails by the TPN', async () => {
  expect(await sell('000000000001')).toMatchObject({
    GeneralResponse: { ResultCode: '0', StatusCode: '0000' },
    Amounts: { TotalAmount: 10, TipAmount: 0 },
    CardData: { Last4: '7777', EntryType: 'Chip' },
  });
  expect(general(await sell('000000000002'))).toMatchObject({ ResultCode: '1' });
  for (const [end, code] of [
    ['3', '2009'],
    ['5', '2002'],
    ['6', '2001'],
  ]) {
    expect(general(await sell(`00000000000${end}`)).StatusCode).toBe(code);
  }
  expect(await sell('000000000004')).toMatchObject({ Amounts: { TotalAmount: 12, TipAmount: 2 } });
});

it('takes a reference once, and tells what became of it', async () => {
  const tpn = '000000000011';
  const reference = nextReference();
  await sell(tpn, reference);
  expect(general(await sell(tpn, reference)).StatusCode).toBe('2006');
  expect(await ask('Status', tpn, { ReferenceId: reference })).toMatchObject({
    ReferenceId: reference,
    Voided: false,
  });
  expect(general(await ask('Status', tpn, { ReferenceId: 'nothing' })).StatusCode).toBe('2007');
  await ask('Void', tpn, { ReferenceId: reference, Amount: 10 });
  expect(await ask('Status', tpn, { ReferenceId: reference })).toMatchObject({ Voided: true });
});

it('performs nothing whose void came first', async () => {
  const tpn = '000000000021';
  const reference = nextReference();
  expect(general(await ask('Void', tpn, { ReferenceId: reference, Amount: 10 })).StatusCode).toBe(
    '2007',
  );
  expect(general(await sell(tpn, reference)).ResultCode).toBe('1');
});

it('waits for its payer until it is told to stop, and is busy meanwhile', async () => {
  const tpn = '000000000008';
  const reference = nextReference();
  const waiting = sell(tpn, reference);
  waiting.catch(() => undefined);
  await expect
    .poll(async () => general(await ask('Status', tpn, { ReferenceId: reference })).StatusCode)
    .toBe('2003');
  expect(general(await sell(tpn)).StatusCode).toBe('2002');
  expect(general(await ask('AbortTransaction', tpn, { ReferenceId: 'x' })).StatusCode).toBe('2007');
  expect(general(await ask('AbortTransaction', tpn, { ReferenceId: reference })).ResultCode).toBe(
    '0',
  );
});

it('settles what it took and lists it, also after a restart', async () => {
  const tpn = '000000000031';
  const references = [nextReference(), nextReference()];
  for (const reference of references) await sell(tpn, reference);
  await killHard(lab.child);
  lab = await startLab(folder);
  const closed = await ask('Settle', tpn, { ReferenceId: nextReference() });
  expect(closed).toMatchObject({ BatchNum: 1, TransactionsCount: 2 });
  const listed = await ask('StatusList', tpn, { BatchNumber: 1, Offset: 0, Limit: 10 });
  const members = listed.Transactions as Json[];
  expect(members.map((one) => one.ReferenceId)).toEqual(references);
  expect(await ask('Settle', tpn, { ReferenceId: nextReference() })).toMatchObject({
    BatchNum: 0,
    TransactionsCount: 0,
  });
});

it('says what is wrong with a request, and keeps no key', async () => {
  expect(general(await ask('Sale', '12', {})).StatusCode).toBe('2008');
  expect(general(await sell('000000000041', undefined, { Amount: 'ten' })).StatusCode).toBe('2008');
  const wrong = { Authkey: '0000000000' };
  expect(general(await sell('000000000041', undefined, wrong)).StatusCode).toBe('2005');
  const log = await call(lab.port, 'GET', '/control/requests');
  expect(log.raw).not.toContain('a1b2c3d4e5');
  expect(log.raw).toContain('/spin/v2/Payment/Sale');
});
