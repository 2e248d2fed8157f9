// What a clerk is shown of a decline: the bank's reason, or what the terminal itself said.
import { expect, it } from 'vitest';
import { explainCode } from '../response-codes.ts';
import { explainAnswer } from './explain-answer.ts';
import { entryOf, methodBody } from './method-body.ts';
import type { ResponseBody, TransactionRecord } from './record.ts';

const terminal = (processor_response_text: string, more: object = {}) =>
  ({ terminal: { processor_response_text, ...more } }) as unknown as ResponseBody;
const shown = (response_code: number, response_body: ResponseBody) =>
  explainAnswer({ response_code, response_body } as TransactionRecord);

it('is the terminal’s own sentence where no bank gave a reason', () => {
  const sentence = 'The payment was not completed at the terminal: Canceled by the customer.';
  expect(shown(200, terminal('Canceled by the customer.'))).toBe(sentence);
  expect(shown(430, terminal('Canceled by the customer'))).toBe(sentence);
  expect(shown(420, terminal('Error 2.5'))).toContain('Error 2.5.');
});

it('is what the code means where a bank or nobody said it', () => {
  for (const code of [201, 225, 300]) {
    expect(shown(code, terminal('Do not honor'))).toBe(explainCode(code));
  }
  expect(shown(200, terminal(''))).toBe(explainCode(200));
  expect(shown(200, {} as ResponseBody)).toBe(explainCode(200));
});

it('is read from whichever method the payment was made by', () => {
  const body = (name: string) => ({ [name]: { entry_type: name } }) as unknown as ResponseBody;
  for (const name of ['card', 'terminal', 'ach', 'cash']) {
    expect(methodBody(body(name))).toEqual({ entry_type: name });
  }
  const read = ['card', 'terminal', 'ach', 'cash'].map((name) => entryOf(body(name)));
  expect(read).toEqual(['card', 'terminal', '', '']);
  expect(entryOf({} as ResponseBody)).toBe('');
});
