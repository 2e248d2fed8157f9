// What every processor adapter works with: commands in, normalised outcomes out, capabilities.

import type { Match } from '../../../contract/payments/cards/avs-cvv.ts';
import type { DeclineCategory } from '../../../contract/payments/response-codes.ts';
import type { receipt_prints } from '../../../contract/payments/terminal-kinds.ts';
import type { TerminalBody } from '../../../contract/payments/transactions/record.ts';
import type { Wallet } from '../../../contract/payments/wallets/wallet-tokens.ts';
import type { SensitiveAccount, SensitiveCard } from '../../vault/sensitive-card.ts';
import type { InBandUpdate } from './card-updates.ts';
import type { Retry } from './network-codes.ts';
import type { StoredCredential } from './stored-credential.ts';

/** Operations of rails 5.2 that this build drives. */
export type ProcessorOperation =
  | 'test_credentials'
  | 'sale'
  | 'authorize'
  | 'capture'
  | 'void'
  | 'reverse'
  | 'refund'
  | 'credit'
  | 'verify'
  | 'adjust_tip'
  | 'inquire'
  | 'close_batch'
  | 'batch_detail';

/** What an attempt is sent through; settings are decrypted and never logged. */
export interface ProcessorAccount {
  readonly processor_id: string;
  readonly type: string;
  readonly settings: Readonly<Record<string, unknown>>;
}

export interface CardMethod {
  readonly kind: 'card';
  readonly sensitive: SensitiveCard;
  readonly entry: 'keyed' | 'swiped' | Wallet;
}
export interface AchMethod {
  readonly kind: 'ach';
  readonly sensitive: SensitiveAccount;
  readonly sec_code: 'web' | 'ccd' | 'ppd' | 'tel';
  readonly account_type: 'checking' | 'savings';
  readonly check_number: string;
}

/** A card that the payer presents at the terminal: nobody here sees its number. */
export interface TerminalMethod {
  readonly kind: 'terminal';
  readonly payment_type: 'credit' | 'debit' | 'ebt_food' | 'ebt_cash';
  readonly print_receipt: (typeof receipt_prints)[number];
  readonly signature_required: boolean;
  readonly clerk_id: string;
}

/** Parts of the total, minor units; absent parts are 0. */
export interface AmountParts {
  readonly tip?: number;
  readonly tax?: number;
  readonly shipping?: number;
  readonly discount?: number;
  readonly surcharge?: number;
  readonly service_fee?: number;
}

interface CommandBase {
  /** Our name of this attempt, unique per processor; what an inquiry asks for later. */
  readonly reference: string;
  readonly account: ProcessorAccount;
}

/** The processor's own ids of an earlier operation, as that adapter's Outcome gave them. */
export type ProcessorRef = Readonly<Record<string, string>>;

/** What the payer's statement says (gateway-api 3.2). */
export interface Descriptor {
  readonly name?: string;
  readonly address?: string;
  readonly city?: string;
  readonly state?: string;
  readonly postal_code?: string;
}

export interface PayCommand extends CommandBase {
  readonly operation: 'sale' | 'authorize' | 'credit';
  /** Minor units of `currency`, which is ISO 4217 in lower case. */
  readonly amount: number;
  readonly currency: string;
  readonly parts: AmountParts;
  readonly method: CardMethod | AchMethod | TerminalMethod;
  readonly billing: { readonly line_1: string; readonly postal_code: string };
  readonly stored_credential?: StoredCredential;
  readonly order_id: string;
  readonly po_number: string;
  readonly allow_partial: boolean;
  readonly descriptor?: Descriptor;
  /** Whether the goods may be paid with a health account (gateway-api 3.2). */
  readonly iias_status?: 'verified' | 'exempt';
}
export interface VerifyCommand extends CommandBase {
  readonly operation: 'verify';
  readonly currency: string;
  readonly method: CardMethod;
  readonly billing: { readonly line_1: string; readonly postal_code: string };
  readonly stored_credential?: StoredCredential;
  readonly descriptor?: Descriptor;
}
/** What acts on an earlier payment. */
interface FollowUpBase extends CommandBase {
  /** Of the card that was paid with: the meaning of some codes differs by it. */
  readonly brand?: string;
}
export interface CaptureCommand extends FollowUpBase {
  readonly operation: 'capture' | 'refund';
  readonly amount: number;
  readonly currency: string;
  readonly target: ProcessorRef;
}
export interface AdjustTipCommand extends FollowUpBase {
  readonly operation: 'adjust_tip';
  /** The new total, tip included. */
  readonly amount: number;
  readonly tip: number;
  readonly currency: string;
  readonly target: ProcessorRef;
}
export interface VoidCommand extends FollowUpBase {
  readonly operation: 'void';
  /** The amount that is undone, for the record; the message names the target alone. */
  readonly amount: number;
  readonly currency: string;
  readonly target: ProcessorRef;
}

/** The original attempt's request, against which the answer to an inquiry is checked. */
export interface OriginalAttempt {
  readonly reference: string;
  readonly operation: ProcessorOperation;
  readonly amount: number;
  readonly currency: string;
  /** Of the card that was paid with; a reversal reads no code and needs none. */
  readonly brand?: string;
  /** Of a follow-up: what it acts on. */
  readonly target?: ProcessorRef;
  /** The tip that the request stated, or that it sets. */
  readonly tip?: number;
  /** Of a payment at a terminal: what the card was to be charged as. */
  readonly payment_type?: TerminalMethod['payment_type'];
}
export interface InquireCommand extends CommandBase {
  readonly operation: 'inquire';
  readonly original: OriginalAttempt;
}
export interface ReverseCommand extends CommandBase {
  readonly operation: 'reverse';
  readonly original: OriginalAttempt;
}
export interface CloseBatchCommand extends CommandBase {
  readonly operation: 'close_batch';
}
export interface BatchDetailCommand extends CommandBase {
  readonly operation: 'batch_detail';
  readonly batch_number: number;
  readonly offset: number;
  readonly limit: number;
}
export interface TestCredentialsCommand extends CommandBase {
  readonly operation: 'test_credentials';
}

/** Commands whose answer is an Outcome. */
export type MoneyCommand =
  | PayCommand
  | VerifyCommand
  | CaptureCommand
  | AdjustTipCommand
  | VoidCommand;
export type Command =
  | MoneyCommand
  | InquireCommand
  | ReverseCommand
  | CloseBatchCommand
  | BatchDetailCommand
  | TestCredentialsCommand;

/** What goes on the wire; the body may hold card data and is never logged. */
export interface WireRequest {
  readonly path: string;
  readonly body: string;
}

/**
 * What the transport saw (rails 5.5): `not_sent` before any byte of the request left, `no_answer`
 * after that, `answered` with whatever came back.
 */
export type WireAnswer =
  | { readonly kind: 'answered'; readonly http_status: number; readonly body: string }
  | { readonly kind: 'not_sent'; readonly reason: string }
  | { readonly kind: 'no_answer'; readonly reason: string };

export type OutcomeKind = 'approved' | 'partial' | 'declined' | 'pending' | 'error' | 'unknown';
export type Certainty = 'no_effect' | 'effect' | 'maybe';

/** A condition that a person must be alerted of, whatever answer the payer gets. */
export type Alert = 'credentials_rejected' | 'integrity' | 'unreadable_answer' | null;

/** What a terminal read of the card and did beside the payment. */
export interface TerminalReport {
  /** Added by the payer at the terminal, beyond what was requested; minor units. */
  readonly added_tip: number;
  readonly body: Partial<TerminalBody>;
}

/** The normalised result of one wire call (rails 5.3); amounts in minor units. */
export interface Outcome {
  readonly outcome: OutcomeKind;
  readonly certainty: Certainty;
  /** Our response code and its standard text. */
  readonly code: number;
  readonly text: string;
  readonly approved_amount: number;
  readonly requested_amount: number;
  /** Remaining balance of a prepaid card, where the processor states it. */
  readonly balance: number | null;
  readonly processor_code: string;
  readonly processor_text: string;
  readonly processor_ref: ProcessorRef | null;
  readonly network_code: string;
  readonly decline_category: DeclineCategory | null;
  readonly retry: Retry;
  readonly auth_code: string;
  /** How the card's network calls the payment, where the processor says it. */
  readonly network_transaction_id?: string;
  readonly avs: { readonly code: string; readonly street: Match; readonly postal: Match };
  readonly cvv: { readonly code: string };
  /** The processor had this reference before and gave its first answer again. */
  readonly duplicate: boolean;
  readonly alert: Alert;
  /** Certain that no byte of the request was sent: another processor may be tried instead. */
  readonly not_sent?: boolean;
  /** Of a payment that was presented at a terminal. */
  readonly terminal?: TerminalReport;
  /** What the account updater knows of the card that paid; its number is a `SensitiveCard`. */
  readonly card_update?: InBandUpdate;
  /** The answer without card data and credentials, for the support screen. */
  readonly raw: Readonly<Record<string, unknown>>;
}

/** What the host has on record under an attempt's reference. */
export interface HostRecord {
  readonly state: string;
  readonly captured_amount: number;
  readonly settled_amount: number;
  readonly refunded_amount: number;
}

/**
 * After `not_yet` it is made again later; with `no_answer` the attempt stays open. `no` is asked
 * again too, and reversed, since the message may still arrive; not where it is `final`.
 */
export type Inquiry =
  | { readonly found: 'yes'; readonly outcome: Outcome; readonly standing: HostRecord | null }
  | { readonly found: 'no'; readonly final?: true }
  | { readonly found: 'not_yet' }
  | { readonly found: 'no_answer'; readonly reason: string };

/** `undone` and `nothing` both mean: no effect stands under the reference. */
export type Reversal =
  | { readonly result: 'undone' | 'nothing' }
  | { readonly result: 'refused' | 'no_answer'; readonly reason: string };
