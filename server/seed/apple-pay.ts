// Apple Pay of a demo merchant: a registration that the simulator has signed, for this machine.
import { updateDefaults } from '../accounts/settings/defaults.ts';
import { type Context, nobody } from '../context.ts';
import { applePayHandlers } from '../payments/wallets/registrations.ts';
import type { SeededMerchant } from './accounts.ts';

/** As the merchant would set it up; left out where no simulator runs. */
export async function seedApplePay(system: Context, merchant: SeededMerchant): Promise<void> {
  if (system.lab_url() === '') return;
  const actor = { ...nobody, kind: 'system', account_type: 'merchant' } as const;
  const context = { ...system, actor: { ...actor, account_id: merchant.id } };
  const { id } = (await applePayHandlers.create(context, {}, {
    apple_pay_merchant_id: `merchant.com.example.${merchant.trade.key.replaceAll('_', '-')}`,
    display_name: merchant.trade.name,
    domain_name: 'localhost',
  } as Parameters<typeof applePayHandlers.create>[2])) as { id: string };
  await applePayHandlers.simulate(context, { id }, {});
  const path = { id: merchant.id, group: 'merchant' };
  await updateDefaults(system, 'merchant', path, { apple_pay_id: id });
}
