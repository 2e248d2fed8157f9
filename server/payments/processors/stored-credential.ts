// What card networks are told of a stored card (rails 5.2).

export interface StoredCredential {
  readonly initiated_by: 'customer' | 'merchant';
  /** `first`: the payment in which the payer agreed to the card being stored. */
  readonly use: 'first' | 'later';
  readonly reason: 'recurring' | 'unscheduled';
  /** How the network calls the first use; '' of the first use itself, and where it is not known. */
  readonly network_transaction_id: string;
}

/** The members of a request to the lab's card host. */
export function storedCredentialOnWire(credential: StoredCredential | undefined): object {
  if (!credential) return {};
  const { network_transaction_id: id, ...fields } = credential;
  return { stored_credential: { ...fields, ...(id !== '' && { network_transaction_id: id }) } };
}
