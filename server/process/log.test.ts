// What is logged holds no card number, wherever the words of an error have brought one.
import { expect, it } from 'vitest';
import { makeLog } from './log.ts';

it('masks card numbers in messages, errors and members, and leaves the rest alone', () => {
  const lines: string[] = [];
  const log = makeLog('info', { write: (line: string) => void lines.push(line) });
  const error = new Error('the relay knows no 4111 1111 1111 1111');
  log.error({ err: error, body: { text: '5555555555554444' }, count: 7 }, 'of 378282246310005');
  log.debug('4111111111111111');
  expect(lines).toHaveLength(1);
  const line = JSON.parse(lines[0] ?? '');
  expect(line).toMatchObject({
    level: 50,
    count: 7,
    msg: 'of 378282*****0005',
    body: { text: '555555******4444' },
    err: { message: 'the relay knows no 411111******1111' },
  });
  expect(line.err.stack).toContain('411111******1111');
  expect(line.time).toBeGreaterThan(0);
});
