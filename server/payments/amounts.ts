// Prices and card attributes on request: the calculation, the older fee lookup, the BIN lookup.

import { may } from '../../contract/access/may.ts';
import { invalid } from '../../contract/errors.ts';
import { add } from '../../contract/money.ts';
import type { BinInput } from '../../contract/payments/cards/bin-lookup.ts';
import type {
  amounts,
  CalculateInput,
  FeesInput,
} from '../../contract/payments/pricing/amounts.ts';
import {
  knownFunding,
  type PaymentType,
  paymentTypeOf,
} from '../../contract/payments/pricing/fee-programs.ts';
import { fromLegacyForm, isLegacyForm } from '../../contract/payments/pricing/legacy-amounts.ts';
import { price, priceByMethod } from '../../contract/payments/pricing/pricing.ts';
import type { PriceInput } from '../../contract/payments/pricing/pricing-types.ts';
import { surchargeVerdict } from '../../contract/payments/pricing/surcharge-rules.ts';
import type { Context } from '../context.ts';
import { checkAccess } from '../http/access.ts';
import type { Handlers } from '../http/serve.ts';
import { openSavedPayment } from '../vault/customers/saved-payment.ts';
import { resolveMethod } from '../vault/resolve.ts';
import { openToken } from '../vault/tokens/payment-token.ts';
import { cardAttributes, lookupBin } from './bins.ts';
import { type MerchantConfig, merchantConfig, type ProcessorConfig } from './merchant-config.ts';
import { pricedBy, pricedCard, pricingOf, rateOf } from './transactions/paying/pricing-inputs.ts';

/** The processor whose rate counts: of the named one, or of the default for this way to pay. */
function processorFor(
  config: MerchantConfig,
  processor_id: string | undefined,
  payment_type: PaymentType,
  program: PriceInput['program'],
): ProcessorConfig | undefined {
  if (processor_id) {
    const named = config.processors.find(({ row }) => row.id === processor_id);
    return pricedBy(config, program, payment_type, named ?? invalid('Processor ID'));
  }
  const own = config.processors.find(({ row }) => row[`default_${payment_type}`]);
  return pricedBy(config, program, payment_type, own);
}

/** An unknown card is priced as a credit card, unless the account's card lookups are off. */
function cardOf(config: MerchantConfig, bin: string | undefined): PriceInput['card'] {
  if (bin) return pricedCard(config, cardAttributes(bin));
  const funding = knownFunding(config.documents.permissions, undefined);
  return funding && { funding, brand: 'unknown' };
}

async function priceInput(context: Context, input: CalculateInput): Promise<PriceInput> {
  const config = await merchantConfig(context, context.actor.account_id);
  const { cc_bin, cc_type: _type, source: _source, payment_method, ...calculation } = input;
  const { processor_id, tax_override_amount, processor_payment_adjustment, ...rest } = calculation;
  const lines = (input.line_items?.length ?? 0) + (input.products?.length ?? 0);
  if (lines === 0 && input.amount === undefined && input.subtotal === undefined) invalid('Amount');
  const payment_type = paymentTypeOf(payment_method ?? 'card');
  const common = pricingOf(context, config);
  const processor = processorFor(config, processor_id, payment_type, common.program);
  const rate = processor_payment_adjustment ?? (processor && rateOf(processor));
  const tax_amount = input.tax_amount ?? tax_override_amount;
  return {
    ...rest,
    ...common,
    currency: input.currency ?? config.documents.default_values.merchant.currency,
    payment_type,
    ...(tax_amount && { tax_amount }),
    ...(rate && { rate }),
    card: cardOf(config, cc_bin),
  } as PriceInput;
}

/** The answer to the legacy form (gateway-api 4.1). */
async function calculateLegacy(context: Context, input: CalculateInput) {
  const { base: _base, items = [], shipping: _shipping, tax_rate, settings: _s, ...rest } = input;
  const { payment_adj: _adj, ...price_input } = rest;
  const found = price(await priceInput(context, { ...price_input, ...fromLegacyForm(input) }));
  const lines = items.length > 0 ? found.line_items : [];
  return {
    base: found.base_amount,
    items: lines.map(({ quantity, subtotal, local_tax, national_tax }) => ({
      qty: Number(quantity ?? '1'),
      base: subtotal,
      local_tax,
      national_tax,
    })),
    shipping: found.shipping_amount,
    tax_rate: tax_rate ?? 0,
    subtotal: found.subtotal,
    service_fee: found.service_fee,
    discount: found.discount_amount,
    surcharge: found.surcharge,
    payment_adj: found.payment_adjustment,
    // This form has no member of its own for the national tax.
    tax: add(found.tax_amount, found.national_tax_amount),
    total: found.amount,
  };
}

/** `POST /lookup/fees`. */
export async function fees(context: Context, _params: unknown, input: FeesInput) {
  const config = await merchantConfig(context, context.actor.account_id);
  const common = pricingOf(context, config);
  const payment_type = paymentTypeOf(input.payment_method ?? 'card');
  const processor = processorFor(config, input.processor_id, payment_type, common.program);
  const rate = processor && rateOf(processor);
  const lines = input.line_items?.length ? { line_items: input.line_items } : {};
  if (input.base_amount === undefined && input.line_items === undefined) invalid('Base Amount');
  const price_input: PriceInput = {
    ...common,
    ...lines,
    amount: input.base_amount ?? 0,
    currency: config.documents.default_values.merchant.currency,
    payment_type,
    card: cardOf(config, input.bin),
    ...(rate && { rate }),
    ...(input.tax !== undefined && {
      tax_amount: { type: 'flat', value: input.tax, include: true },
    }),
    ...(input.surcharge && { surcharge: input.surcharge }),
    ...(input.state !== undefined && { state: input.state }),
    ...(input.country !== undefined && { country: input.country }),
  };
  const found = price(price_input);
  const all = priceByMethod(price_input);
  const by = (read: (type: PaymentType) => number) => ({
    card: read('card'),
    ach: read('ach'),
    cash: read('cash'),
  });
  return {
    service_fee: found.service_fee,
    payment_adjustment: { value: rate?.value ?? 0, type: rate?.type ?? '' },
    payment_type_totals: by((type) => all[type].amount),
    payment_type_taxes: by((type) => all[type].tax_amount),
    requested_amount: found.amount,
    discount_amount: found.discount_amount === 0 ? null : found.discount_amount,
    surcharge: found.surcharge,
  };
}

/** The first digits of the card that is named; '' for a bank account. */
async function binOf(context: Context, config: MerchantConfig, input: BinInput): Promise<string> {
  const { bin, temp_token, customer_id, payment_method_id } = input;
  if ([bin, temp_token, customer_id].filter(Boolean).length > 1) invalid('Bin');
  if (temp_token !== undefined) {
    const { method } = await openToken(context, temp_token, 'temp_token');
    const resolved = resolveMethod(context, config.digest_key, method);
    return resolved.kind === 'card' ? resolved.bin : '';
  }
  if (customer_id !== undefined) {
    const account_permissions = config.documents.permissions;
    checkAccess({ ...context.actor, account_permissions }, may.see_customers);
    const named = { id: customer_id, payment_method_id };
    const { method } = await openSavedPayment(context, config.digest_key, named);
    return method.kind === 'card' ? method.bin : '';
  }
  return bin ?? invalid('Bin');
}

/** `POST /lookup/bin/protected`; empty where nothing is known of the digits. */
export async function lookUpCard(context: Context, _params: unknown, input: BinInput) {
  const config = await merchantConfig(context, context.actor.account_id);
  const bin = await binOf(context, config, input);
  if (bin === '') return { payment_method_type: 'ach' };
  const found = lookupBin(bin);
  if (!found) return {};
  const { merchant, on } = pricingOf(context, config);
  const verdict = surchargeVerdict({
    funding: found.funding,
    brand: found.brand,
    blacklist: merchant.blacklist,
    on,
    ...(input.state !== undefined && { state: input.state }),
    ...(input.country !== undefined && { country: input.country }),
  });
  return {
    bin: found.bin.slice(0, 6),
    card_brand: found.card_brand,
    issuing_bank: found.issuing_bank,
    card_type: found.card_type,
    card_level_generic: found.card_level_generic,
    country: found.country,
    is_surchargeable: found.is_surchargeable && verdict.allowed,
    payment_method_type: 'card',
  };
}

/** Quantities of a line as numbers; absent ones stay absent (gateway-api 3.5). */
function numbersOf({
  quantity,
  quantity_shipped,
}: {
  quantity?: string;
  quantity_shipped?: string;
}) {
  return {
    ...(quantity !== undefined && { quantity: Number(quantity) }),
    ...(quantity_shipped !== undefined && { quantity_shipped: Number(quantity_shipped) }),
  };
}

export const amountHandlers: Handlers<typeof amounts> = {
  calculate: async (context, _params, input) => {
    if (isLegacyForm(input)) return await calculateLegacy(context, input);
    const { flags, ...found } = price(await priceInput(context, input));
    const line_items = found.line_items.map((line) => ({ ...line, ...numbersOf(line) }));
    return { ...found, line_items, flags: { ...flags } };
  },
  fees,
  bin: lookUpCard,
};
