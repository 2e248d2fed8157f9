// What a terminal prints and takes, in words of the API; kept free of schemas and processor types.

export const receipt_prints = ['no', 'customer', 'merchant', 'both'] as const;
export const ebt_kinds = ['none', 'food', 'cash'] as const;
export const manufacturers = ['dejavoo'] as const;
