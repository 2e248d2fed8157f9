// How a processor type is served: by a codec for its host, or by decisions without one.
import type { BatchClose, BatchDetail } from './batch-types.ts';
import type { CardUpdatesCodec } from './card-updates.ts';
import type {
  BatchDetailCommand,
  CloseBatchCommand,
  Command,
  InquireCommand,
  Inquiry,
  MoneyCommand,
  OriginalAttempt,
  Outcome,
  ProcessorRef,
  Reversal,
  ReverseCommand,
  TestCredentialsCommand,
  WireAnswer,
  WireRequest,
} from './types.ts';

export interface CredentialTest {
  readonly ok: boolean;
  readonly text: string;
}

/** The pure half of an adapter: no clock, no network, no database. */
export interface Codec {
  encode(command: Command): WireRequest;
  decode(command: MoneyCommand, answer: WireAnswer): Outcome;
  decodeInquiry(command: InquireCommand, answer: WireAnswer): Inquiry;
  decodeReversal(command: ReverseCommand, answer: WireAnswer): Reversal;
  decodeClose(command: CloseBatchCommand, answer: WireAnswer): BatchClose;
  decodeDetail(command: BatchDetailCommand, answer: WireAnswer): BatchDetail;
  decodeTest(command: TestCredentialsCommand, answer: WireAnswer): CredentialTest;
  /**
   * What follow-ups name of an attempt without an answer whose ID at the processor a person has
   * found: all the members that its approval would have given.
   */
  refOf(original: OriginalAttempt, transaction_id: string): ProcessorRef;
  /** Left out by hosts without an account updater. */
  readonly card_updates?: CardUpdatesCodec;
}

/** Decides a command without a host. */
export type Decide = (command: MoneyCommand) => Outcome;

/** How a processor type is served: a codec for its host, or a decision without one. */
export type Driver =
  | { readonly kind: 'wire'; readonly codec: Codec }
  | { readonly kind: 'internal'; readonly decide: Decide };
