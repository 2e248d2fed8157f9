// Talking to a processor about its batch: close it, and read what it holds.
import type { ProcessorType } from '../../../contract/payments/processor-types/record.ts';
import type { Context } from '../../context.ts';
import { merchantConfig, type ProcessorConfig } from '../merchant-config.ts';
import type { BatchClose, BatchMember } from '../processors/batch-types.ts';
import type { Codec } from '../processors/driver.ts';
import { send } from '../transport.ts';

/** Maximum members in one answer, so that it stays below its size limit. */
const page_size = 5_000;

export interface BatchHost {
  /** Closes under a reference; a repeated call with the same reference returns the first answer. */
  close(reference: string): Promise<BatchClose>;
  /** All items of a closed batch; null if they could not be read completely. */
  members(batch_number: number): Promise<BatchMember[] | null>;
}

/** The codec of a processor type whose batches close at our command; null for other types. */
export function batchCodec(context: Context, type: ProcessorType): Codec | null {
  const driver = context.driverOf(type, context.config.environment);
  return driver?.kind === 'wire' && type.settlement.model === 'gateway_batch' ? driver.codec : null;
}

/** The host that closes a processor's batches, or null for a processor without one. */
export function batchHost(context: Context, processor: ProcessorConfig): BatchHost | null {
  const { type, account } = processor;
  const codec = batchCodec(context, type);
  if (codec === null) return null;
  return {
    async close(reference) {
      const command = { operation: 'close_batch', reference, account } as const;
      return codec.decodeClose(command, await send(context, type, codec.encode(command)));
    },
    members: (batch_number) => readAll(context, processor, codec, batch_number),
  };
}

/** A merchant's processor with its host; null where its batches close otherwise. */
export async function hostOf(context: Context, merchant_id: string, processor_id: string) {
  const config = await merchantConfig(context, merchant_id);
  const processor = config.processors.find((one) => one.row.id === processor_id);
  const host = processor && batchHost(context, processor);
  return processor && host ? { processor, host } : null;
}

async function readAll(
  context: Context,
  { type, account }: ProcessorConfig,
  codec: Codec,
  batch_number: number,
): Promise<BatchMember[] | null> {
  const members: BatchMember[] = [];
  for (;;) {
    const command = {
      operation: 'batch_detail',
      reference: context.ids.next(),
      account,
      batch_number,
      offset: members.length,
      limit: page_size,
    } as const;
    const page = codec.decodeDetail(command, await send(context, type, codec.encode(command)));
    if (page.result !== 'read') return null;
    members.push(...page.members);
    if (members.length >= page.count) return members;
    if (page.members.length === 0) return null;
  }
}
