// The Customer tab of the virtual terminal: find a saved customer, then choose how it pays.
import { useFormContext, useFormState, useWatch } from 'react-hook-form';
import { arrange } from '../../../kit/format/masks.ts';
import { Hint, Skeleton } from '../../../kit/page/page-parts.tsx';
import { Banner } from '../../../kit/parts/banner.tsx';
import { PlainButton } from '../../../kit/plain-button.tsx';
import { CustomerChoice } from '../../picker/customer-choice.tsx';
import { CustomerSearch } from '../../picker/customer-search.tsx';
import { limitedCvc } from '../../picker/typing.ts';
import { Field } from '../fields/field.tsx';
import type { TerminalForm } from '../form.ts';
import { processorsFor, takesTerminals } from '../methods.ts';
import type { TerminalState } from '../use-terminal.ts';

/** A bank may ask for the code although the card is saved; it is never kept. */
function SavedCardCode({ option }: { option: TerminalState['customer']['option'] }) {
  if (option?.type !== 'card') return null;
  return (
    <Field
      name="cvc"
      label="CVC"
      aside="optional"
      span={3}
      half
      input={{ inputMode: 'numeric', type: 'password', autoComplete: 'off' }}
      arrange={(element) => arrange(element, limitedCvc(element.value, option.brand))}
    />
  );
}

/** Where the customer may present a card instead of paying with what is saved (decisions G48). */
function terminalsOf({ merchant, processors }: TerminalState) {
  if (!takesTerminals(merchant.requireds.default)) return [];
  return processorsFor(processors, 'terminal').map(({ id, name }) => ({ id, text: name }));
}

export function CustomerTab({ terminal }: { terminal: TerminalState }) {
  const { customer } = terminal;
  const { control } = useFormContext<TerminalForm>();
  const { errors } = useFormState({ control });
  const value = useWatch({ control, name: 'customer' });
  const { id, record, error, option, choose, change } = customer;
  const problems = errors.customer;
  if (id === '') return <CustomerSearch onChoose={choose} problem={problems?.id?.message ?? ''} />;
  const clear = () => choose('');
  if (error) {
    const words =
      error.status === 404
        ? 'This customer was not found. It may have been removed.'
        : error.message;
    return (
      <Banner tone="warn">
        {words} <PlainButton onClick={clear}>Search customers</PlainButton>
      </Banner>
    );
  }
  if (!record) {
    return (
      <Hint role="status" aria-label="Loading the customer">
        <Skeleton />
      </Hint>
    );
  }
  return (
    <CustomerChoice
      record={record}
      terminals={terminalsOf(terminal)}
      value={value}
      problem={problems?.payment_method?.message ?? ''}
      onChange={change}
      onClear={clear}
    >
      {customer.terminal_id === '' ? (
        <SavedCardCode option={option} />
      ) : (
        <div data-span={12}>
          <Hint>The payer inserts, taps or swipes a card after you select Charge.</Hint>
        </div>
      )}
    </CustomerChoice>
  );
}
