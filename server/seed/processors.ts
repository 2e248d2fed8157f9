// The processors of a demo merchant: cards and ACH through the lab, and cash.
import type { Context } from '../context.ts';
import { audit } from '../db/audit-log/audit-log.ts';
import { inTransaction } from '../db/database.ts';
import type { SeededMerchant } from './accounts.ts';
import type { SeedProcessor, SeedProcessors } from './book.ts';
import { trades } from './demo-merchants.ts';

/** Which account at the lab a processor speaks for, as its adapter would say it. */
export function labCredentials(processor: SeedProcessor): Record<string, string> {
  return processor.type === 'house_ach'
    ? { originator: '', station: processor.id }
    : { mid: midOf(processor), terminal_number: '0001', station: processor.id };
}

/** The merchant number at the acquirer, made of the processor's place in the demo world. */
function midOf(processor: SeedProcessor): string {
  const number = trades.findIndex((trade) => processor.name.startsWith(trade.name)) + 1;
  return `88800000${String(number).padStart(4, '0')}`;
}

function plans(merchant: SeededMerchant): Record<keyof SeedProcessors, SeedProcessor> {
  const { name, timezone } = merchant.trade;
  const common = { id: '', timezone };
  return {
    card: { ...common, type: 'tsys_sierra', name: `${name} cards`, settle_at: '20:00:00' },
    ach: { ...common, type: 'house_ach', name: `${name} ACH`, settle_at: '18:00:00' },
    cash: { ...common, type: 'cash', name: `${name} cash`, settle_at: '23:30:00' },
  };
}

function settingsOf(processor: SeedProcessor, merchant: SeededMerchant) {
  if (processor.type === 'tsys_sierra') {
    const { city, state, postal_code, name } = merchant.trade;
    return {
      mid: midOf(processor),
      terminal_number: '0001',
      merchant_name: name.slice(0, 25),
      merchant_location: city.slice(0, 13),
      merchant_state: state,
      city_code: postal_code,
      classification: 'retail',
    };
  }
  if (processor.type !== 'house_ach') return {};
  const terminal = (sec_code: string) => ({ sec_code, type: 'debit', allow_credits: true });
  return { terminals: { web: terminal('WEB'), ppd: terminal('PPD'), ccd: terminal('CCD') } };
}

/** Writes the three processors, each the default of its method. */
export async function seedProcessors(
  context: Context,
  merchant: SeededMerchant,
): Promise<SeedProcessors> {
  const now = context.clock.now();
  const processors = plans(merchant);
  await inTransaction(context, merchant.id, async (tx) => {
    for (const [rail, processor] of Object.entries(processors)) {
      processor.id = context.ids.next();
      await tx
        .insertInto('processor')
        .values({
          merchant_id: merchant.id,
          ...processor,
          description: 'Sandbox, with a simulated processor',
          status: 'active',
          [`default_${rail}`]: true,
          settings: JSON.stringify(settingsOf(processor, merchant)),
          created_at: now,
          updated_at: now,
        })
        .execute();
      await audit(tx, context, {
        verb: 'create',
        noun: 'processor',
        id: processor.id,
        merchant_id: merchant.id,
        after: { type: processor.type, name: processor.name },
      });
    }
  });
  return processors;
}
