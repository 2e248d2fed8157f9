// Writing requests of the rail lab's wire (lab/sierra.md) that its two adapters share.
import type {
  BatchDetailCommand,
  Command,
  PayCommand,
  VerifyCommand,
  WireRequest,
} from '../types.ts';

/** Commands that name their target or nothing, and are the same on both rails. */
export type FollowUp = Exclude<Command, PayCommand | VerifyCommand>;

type Json = Record<string, unknown>;

const pageOf = ({ batch_number, offset, limit }: BatchDetailCommand): Json => ({
  batch_number,
  offset,
  limit,
});

/** Members of a follow-up beside the common ones. */
export function followUp(command: FollowUp): Json {
  switch (command.operation) {
    case 'capture':
    case 'refund':
      return { ...command.target, amount: command.amount, currency: command.currency };
    case 'adjust_tip': {
      const { target, amount, tip, currency } = command;
      return { ...target, amount, tip, currency };
    }
    case 'void':
      return { ...command.target };
    case 'inquire':
    case 'reverse':
      return { original_reference: command.original.reference };
    case 'batch_detail':
      return pageOf(command);
    case 'close_batch':
    case 'test_credentials':
      return {};
  }
}

/** The request of a command: path by operation, reference and credentials on every body. */
export function wireRequest(
  prefix: string,
  command: Command,
  credentials: Json,
  members: Json,
): WireRequest {
  const { reference, operation } = command;
  const body = JSON.stringify({ reference, credentials, ...members });
  return { path: `${prefix}/${operation}`, body };
}
