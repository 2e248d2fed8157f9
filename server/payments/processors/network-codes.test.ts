// The pairing of network codes with ours, row by row.
import { expect, it } from 'vitest';
import { declineCategory } from '../../../contract/payments/response-codes.ts';
import { networkCode } from './network-codes.ts';

it.each([
  ['00', 100],
  ['08', 100],
  ['85', 100],
  ['10', 110],
  ['01', 240],
  ['02', 240],
  ['03', 410],
  ['04', 250],
  ['05', 201],
  ['06', 400],
  ['07', 253],
  ['12', 204],
  ['13', 220],
  ['14', 222],
  ['15', 221],
  ['19', 400],
  ['30', 440],
  ['39', 222],
  ['41', 251],
  ['43', 252],
  ['46', 222],
  ['51', 202],
  ['54', 223],
  ['55', 226],
  ['57', 204],
  ['59', 201],
  ['61', 203],
  ['63', 201],
  ['75', 226],
  ['82', 225],
  ['91', 421],
  ['94', 430],
  ['96', 400],
  ['1A', 205],
  ['6P', 200],
  ['N3', 204],
  ['N7', 225],
  ['R0', 261],
  ['R1', 262],
  ['R3', 262],
  ['D0', 200],
  ['??', 200],
])('network %s is our %i', (network, code) => {
  expect(networkCode(network).code).toBe(code);
});

it('reads 65 by brand', () => {
  expect(networkCode('65', 'visa')).toMatchObject({ code: 203, category: 2 });
  expect(networkCode('65', 'mastercard')).toMatchObject({ code: 205, category: 3 });
});

it('never advises a retry on what the network forbids', () => {
  for (const network of ['04', '07', '41', '43', 'R0', 'R1', 'R3']) {
    const { category, retry, code } = networkCode(network);
    expect([category, retry]).toEqual([1, 'never']);
    expect(declineCategory(code)).toBe(1);
  }
});
