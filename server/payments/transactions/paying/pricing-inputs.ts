// Inputs of a price besides the request: program, rate, merchant and card.
import {
  knownFunding,
  type PaymentType,
  type Program,
  pricingProcessor,
  programOf,
  type Rate,
} from '../../../../contract/payments/pricing/fee-programs.ts';
import type { PriceInput } from '../../../../contract/payments/pricing/pricing-types.ts';
import type { Context } from '../../../context.ts';
import type { CardAttributes } from '../../bins.ts';
import { localDay } from '../../days.ts';
import type { MerchantConfig, ProcessorConfig } from '../../merchant-config.ts';

/** The processor's own rate, `payment_adj_type` and `payment_adj_value` (Q11). */
export function rateOf(processor: ProcessorConfig): Rate | undefined {
  const { payment_adj_type: type, payment_adj_value: value } = processor.row;
  return (type === 'flat' || type === 'percentage') && value > 0 ? { type, value } : undefined;
}

/** The processor whose rate prices a payment that `own` takes. */
export function pricedBy(
  config: MerchantConfig,
  program: Program,
  payment_type: PaymentType,
  own: ProcessorConfig | undefined,
): ProcessorConfig | undefined {
  const default_card = config.processors.find(({ row }) => row.default_card);
  return pricingProcessor(program, payment_type, { own, default_card });
}

/** What pricing takes of a merchant, for previews and payments alike. */
export function pricingOf(context: Context, config: MerchantConfig) {
  const { permissions, flags, default_values } = config.documents;
  const { merchant } = default_values;
  return {
    program: programOf(permissions, flags),
    merchant: {
      tax_rate: merchant.tax_rate,
      auto_tax_exempt: merchant.auto_tax_exempt,
      blacklist: merchant.additional_surcharge_blacklist_states,
      state: config.state,
      colorado_cap: config.colorado_cap,
    },
    on: localDay(context.clock.now(), config.timezone),
  };
}

/** The card attributes that a price depends on (contract/payments/pricing/fee-programs.ts). */
export function pricedCard(
  { documents: { permissions } }: MerchantConfig,
  { funding, brand }: CardAttributes,
): NonNullable<PriceInput['card']> {
  return { funding: knownFunding(permissions, funding), brand };
}
