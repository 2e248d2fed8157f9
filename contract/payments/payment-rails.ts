// All that `supported_payment_methods` may name; apart from the types, which forms alone need.

export const payment_rails = ['card', 'ach', 'cash', 'apm'] as const;
