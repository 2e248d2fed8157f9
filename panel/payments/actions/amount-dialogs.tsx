// Capture, refund and tip: the actions that take an amount.
import type { Endpoint } from '../../../contract/endpoint.ts';
import {
  formatMessage,
  maxValueMessage,
  minValueMessage,
  requiredMessage,
} from '../../../contract/field-messages.ts';
import {
  add,
  formatMoney,
  formatPlain,
  parseMoney,
  share,
  subtract,
} from '../../../contract/money.ts';
import { transactions } from '../../../contract/payments/transactions/endpoints.ts';
import type { TransactionRecord } from '../../../contract/payments/transactions/record.ts';
import type { CallGiven } from '../../api.ts';
import { MoneyField } from '../../kit/form/fields.tsx';
import { FormDialog } from '../../kit/form/form-dialog.tsx';
import { useForm, useValues } from '../../kit/form/use-form.ts';
import { toast } from '../../notices.ts';
import { leftToRefund } from './available.ts';
import { wasAccepted } from './outcome.ts';
import { shows_transactions, usePayloadKey } from './use-action.ts';
import './actions.css';

interface DialogProps {
  transaction: TransactionRecord;
  onClose: () => void;
}

interface AmountGiven {
  label: string;
  currency: string;
  /** Minor units. */
  least: number;
  most: number;
  /** The sign is ignored: a refund of −5.00 is one of 5.00 (spec 2 §5). */
  absolute?: boolean;
}

/** Minor units of an amount as typed; null for what is none. */
export function readAmount(text: string, { currency, absolute }: AmountGiven): number | null {
  const minor = parseMoney(text, currency);
  return minor !== null && absolute ? Math.abs(minor) : minor;
}

/** What is wrong with a typed amount, in the specification's words; '' where nothing is. */
export function amountProblem(text: string, given: AmountGiven): string {
  const { label, currency, least, most } = given;
  if (text.trim() === '') return requiredMessage(label);
  const minor = readAmount(text, given);
  if (minor === null) return formatMessage(label);
  if (minor > most) return maxValueMessage(label, formatMoney(most, currency));
  return minor < least ? minValueMessage(label, formatMoney(least, currency)) : '';
}

interface AmountCall<E extends Endpoint> extends DialogProps {
  endpoint: E;
  start: number;
  given: AmountGiven;
  /** What is sent of the minor units. */
  input: (minor: number) => Record<string, unknown>;
  /** `Refund`, and what the toast says once it came out as wished. */
  noun: string;
  notice: string;
}

/** A form of one amount, which the same idempotency key goes with as often as it is pressed. */
function useAmount<E extends Endpoint>(call: AmountCall<E>) {
  const { endpoint, transaction, start, given, input, noun, notice, onClose } = call;
  const keyOf = usePayloadKey();
  const minorOf = (text: string) =>
    amountProblem(text, given) === '' ? (readAmount(text, given) ?? 0) : 0;
  const form = useForm(endpoint, {
    initial: { amount: formatPlain(start, given.currency) },
    rules: ({ amount }) => ({ amount: amountProblem(amount, given) }),
    input: ({ amount }) => {
      const body = input(minorOf(amount));
      return { ...body, idempotency_key: keyOf(body) } as CallGiven<E>['input'];
    },
    params: { id: transaction.id } as CallGiven<E>['params'],
    stales: shows_transactions,
    onSaved: (answer) => {
      onClose();
      if (wasAccepted(noun, answer as TransactionRecord)) toast(notice);
    },
  });
  const { amount } = useValues(form);
  const minor = minorOf(amount);
  const fits = amountProblem(amount, given) === '';
  /** The verb with the amount, or alone while there is none that fits. */
  const worded = (verb: string) => (fits ? `${verb} ${formatMoney(minor, given.currency)}` : verb);
  return { form, fits, minor, worded };
}

export function CaptureDialog({ transaction: t, onClose }: DialogProps) {
  const { currency, amount_authorized: most } = t;
  const { form, fits, minor, worded } = useAmount({
    ...{ endpoint: transactions.capture, transaction: t, onClose, start: most },
    given: { label: 'Amount', currency, least: 1, most },
    input: (amount) => ({ amount }),
    ...{ noun: 'Capture', notice: 'Transaction has been captured!' },
  });
  return (
    <FormDialog form={form} title="Capture" action={worded('Capture')} onClose={onClose}>
      <MoneyField
        name="amount"
        label="Capture amount"
        hint={`of ${formatMoney(most, currency)} authorized`}
        currency={currency}
      />
      <ul className="sum">
        <li>
          <span>Taken from the payer</span>
          <span>{formatMoney(minor, currency)}</span>
        </li>
        {minor < most && fits && (
          <li>
            <span>Released to the payer</span>
            <span>{formatMoney(subtract(most, minor), currency)}</span>
          </li>
        )}
      </ul>
    </FormDialog>
  );
}

export function RefundDialog({ transaction: t, onClose }: DialogProps) {
  const { currency } = t;
  const left = leftToRefund(t);
  const surchargeOf = (minor: number) =>
    t.surcharge > 0 ? share(t.surcharge, minor, t.amount) : 0;
  const { form, minor, worded } = useAmount({
    ...{ endpoint: transactions.refund, transaction: t, onClose, start: left },
    given: { label: 'Amount', currency, least: 1, most: left, absolute: true },
    input: (amount) => {
      const surcharge = surchargeOf(amount);
      return { amount, source: 'cp', ...(surcharge > 0 && { surcharge }) };
    },
    ...{ noun: 'Refund', notice: 'Transaction has been refunded!' },
  });
  const surcharge = surchargeOf(minor);
  const preset = (amount: number) => () => form.put('amount', formatPlain(amount, currency));
  return (
    <FormDialog form={form} title="Refund" action={worded('Refund')} onClose={onClose}>
      <div className="action-amount">
        <MoneyField
          name="amount"
          label="Refund amount"
          hint={`of ${formatMoney(left, currency)} left`}
          currency={currency}
        />
        <button type="button" className="plain-button" onClick={preset(left)}>
          All {formatMoney(left, currency)}
        </button>
        <button type="button" className="plain-button" onClick={preset(share(left, 1, 2))}>
          Half
        </button>
      </div>
      <ul className="sum">
        <li>
          <span>Payer gets back</span>
          <span>{formatMoney(minor, currency)}</span>
        </li>
        {surcharge > 0 && (
          <li>
            <span>of it surcharge, pro rata</span>
            <span>{formatMoney(surcharge, currency)}</span>
          </li>
        )}
        <li>
          <span>Leaves</span>
          <span>{t.payment_type === 'cash' ? 'at once' : 'with the next settlement'}</span>
        </li>
      </ul>
    </FormDialog>
  );
}

export function TipDialog({ transaction: t, onClose }: DialogProps) {
  const { currency } = t;
  const goods = subtract(t.amount, t.tip_amount);
  const { form, minor, worded } = useAmount({
    ...{ endpoint: transactions.adjustTip, transaction: t, onClose, start: t.tip_amount },
    given: { label: 'Tip', currency, least: 0, most: goods },
    input: (tip) => ({ tip }),
    ...{ noun: 'Tip', notice: 'The tip has been adjusted!' },
  });
  return (
    <FormDialog form={form} title="Adjust tip" action={worded('Set tip to')} onClose={onClose}>
      <MoneyField
        name="amount"
        label="Tip"
        hint={t.tip_amount > 0 ? `now ${formatMoney(t.tip_amount, currency)}` : 'none yet'}
        currency={currency}
      />
      <ul className="sum">
        <li>
          <span>Without tip</span>
          <span>{formatMoney(goods, currency)}</span>
        </li>
        <li data-total>
          <span>New total</span>
          <span>{formatMoney(add(goods, minor), currency)}</span>
        </li>
      </ul>
    </FormDialog>
  );
}
