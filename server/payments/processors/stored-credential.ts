// What card networks are told of a card that is kept (rails 5.2).

export interface StoredCredential {
  readonly initiated_by: 'customer' | 'merchant';
  /** The first use is the one that the payer agreed in to its being kept. */
  readonly use: 'first' | 'later';
  readonly reason: 'recurring' | 'unscheduled';
  /** How the network calls the first use; '' of the first use itself, and where it is not known. */
  readonly network_transaction_id: string;
}

/** The members of a request under which the lab's card host takes it. */
export function storedCredentialOnWire(credential: StoredCredential | undefined): object {
  if (!credential) return {};
  const { network_transaction_id: id, ...fields } = credential;
  return { stored_credential: { ...fields, ...(id !== '' && { network_transaction_id: id }) } };
}
