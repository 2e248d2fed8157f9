// How much a test that proves by volume does: a sample in `npm test`, all of it in `test:deep`.

export const is_deep = process.env.TEST_DEEP === '1';
