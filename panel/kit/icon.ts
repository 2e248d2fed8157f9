// Sizes of icons (visual 8): decoration beside a word, so hidden from readers of the screen.

export const icon_14 = { size: 14, stroke: 1.75, 'aria-hidden': true } as const;
export const icon_16 = { size: 16, stroke: 1.75, 'aria-hidden': true } as const;
export const icon_20 = { size: 20, stroke: 1.75, 'aria-hidden': true } as const;
