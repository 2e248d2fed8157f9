-- Parts that exceed their payment count in no sum, as in the ledger. What was kept before is summed
-- anew; until then totals are read from the transactions.
truncate transaction_day, transaction_day_due, transaction_day_state;
