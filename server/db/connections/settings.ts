// Who a statement speaks for: the settings that row-level security compares rows with.

export interface Settings {
  account_type: string;
  account_id: string;
  /** The one merchant this transaction may write to; empty for reads and global tables. */
  merchant_id: string;
}

/** One statement that makes the settings of a session. */
export const settings_sql =
  "select set_config('app.account_type', $1, false), set_config('app.account_id', $2, false)," +
  " set_config('app.merchant_id', $3, false)";

export function settingValues(s: Settings): string[] {
  return [s.account_type, s.account_id, s.merchant_id];
}
