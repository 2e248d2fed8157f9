// The events that webhooks send, and the states of a delivery: words that screens know, too.

/** One family of events an endpoint; the subtypes that each family has. */
export const webhook_subtypes = {
  transaction: [
    'transaction_create',
    'transaction_update',
    'transaction_void',
    'transaction_capture',
    'transaction_settlement',
  ],
  settlement: ['settlement_batch'],
  cardsync: ['transaction_automatic_account_updater_vault_update'],
} as const;
export type WebhookType = keyof typeof webhook_subtypes;

export const delivery_states = ['pending', 'delivered', 'failed', 'paused'] as const;
