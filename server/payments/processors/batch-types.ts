// What hosts say of batches: totals, members, returned entries.

export interface BatchTotal {
  readonly currency: string;
  readonly sale_count: number;
  readonly sale_amount: number;
  readonly credit_count: number;
  readonly credit_amount: number;
}
export interface ReturnedEntry {
  readonly reference: string;
  readonly code: string;
}
/** A closed batch. The three lists are empty for hosts that do not report single items. */
export type BatchClose =
  | {
      readonly result: 'closed';
      /** 0 where nothing was open. */
      readonly batch_number: number;
      readonly count: number;
      readonly totals: readonly BatchTotal[];
      readonly text: string;
      readonly settled: readonly string[];
      readonly returned: readonly ReturnedEntry[];
      readonly late_returned: readonly ReturnedEntry[];
      /** More was open than one answer holds: the next close needs a new reference. */
      readonly more: boolean;
    }
  | { readonly result: 'refused' | 'no_answer'; readonly reason: string };

export interface BatchMember {
  readonly reference: string;
  readonly operation: string;
  readonly amount: number;
  readonly currency: string;
}
/** A page of a closed batch's members, or why there is none. */
export type BatchDetail =
  | { readonly result: 'read'; readonly count: number; readonly members: readonly BatchMember[] }
  | { readonly result: 'refused' | 'no_answer'; readonly reason: string };
