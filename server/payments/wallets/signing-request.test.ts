// The request that a merchant hands to Apple's portal: made out to the merchant, for the new key.
import { CertificationRequest } from 'pkijs';
import { expect, it } from 'vitest';
import { signingRequest } from './signing-request.ts';

it.each(['identity', 'processing'] as const)('of the %s kind names the merchant', async (kind) => {
  const { request } = await signingRequest(kind, 'merchant.example.shop');
  const bytes = Buffer.from(request.replace(/-----[^-]+-----/g, ''), 'base64');
  const [name, ...others] = CertificationRequest.fromBER(bytes).subject.typesAndValues;
  expect([name?.value.valueBlock.value, others]).toEqual(['merchant.example.shop', []]);
});
