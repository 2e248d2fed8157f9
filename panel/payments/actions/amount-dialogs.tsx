// Capture, refund and tip: the actions that take an amount.
import { useState } from 'react';
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
import { ActionDialog } from '../../kit/action-dialog.tsx';
import { MoneyField } from '../../kit/money-field.tsx';
import { leftToRefund } from './available.ts';
import { wasAccepted } from './outcome.ts';
import { useAction, usePayloadKey } from './use-action.ts';
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

/** An amount that is checked while it is typed. */
function useAmount(start: number, given: AmountGiven) {
  const [text, setText] = useState(formatPlain(start, given.currency));
  const problem = amountProblem(text, given);
  const minor = problem === '' ? (readAmount(text, given) ?? 0) : 0;
  /** The verb with the amount, or alone while there is none that fits. */
  const worded = (verb: string) =>
    problem === '' ? `${verb} ${formatMoney(minor, given.currency)}` : verb;
  return { text, setText, problem, minor, worded };
}

export function CaptureDialog({ transaction: t, onClose }: DialogProps) {
  const { currency } = t;
  const given = { label: 'Amount', currency, least: 1, most: t.amount_authorized };
  const amount = useAmount(t.amount_authorized, given);
  const keyOf = usePayloadKey();
  const { busy, error, send } = useAction(
    transactions.capture,
    'Transaction has been captured!',
    (answer) => {
      onClose();
      return wasAccepted('Capture', answer);
    },
  );
  const submit = () => {
    if (amount.problem !== '') return;
    const input = { amount: amount.minor };
    const idempotency_key = keyOf(input);
    send({ params: { id: t.id }, input: { ...input, idempotency_key } });
  };
  return (
    <ActionDialog
      title="Capture"
      action={amount.worded('Capture')}
      busy={busy}
      error={error}
      onSubmit={submit}
      onClose={onClose}
    >
      <MoneyField
        name="amount"
        label="Capture amount"
        hint={`of ${formatMoney(t.amount_authorized, currency)} authorized`}
        value={amount.text}
        onChange={amount.setText}
        error={amount.problem}
        currency={currency}
      />
      <ul className="sum">
        <li>
          <span>Taken from the payer</span>
          <span>{formatMoney(amount.minor, currency)}</span>
        </li>
        {amount.minor < t.amount_authorized && amount.problem === '' && (
          <li>
            <span>Released to the payer</span>
            <span>{formatMoney(subtract(t.amount_authorized, amount.minor), currency)}</span>
          </li>
        )}
      </ul>
    </ActionDialog>
  );
}

export function RefundDialog({ transaction: t, onClose }: DialogProps) {
  const { currency } = t;
  const left = leftToRefund(t);
  const given = { label: 'Amount', currency, least: 1, most: left, absolute: true };
  const amount = useAmount(left, given);
  const surcharge = t.surcharge > 0 ? share(t.surcharge, amount.minor, t.amount) : 0;
  const keyOf = usePayloadKey();
  const { busy, error, send } = useAction(
    transactions.refund,
    'Transaction has been refunded!',
    (answer) => {
      onClose();
      return wasAccepted('Refund', answer);
    },
  );
  const submit = () => {
    if (amount.problem !== '') return;
    const input = { amount: amount.minor, source: 'cp', ...(surcharge > 0 && { surcharge }) };
    const idempotency_key = keyOf(input);
    send({ params: { id: t.id }, input: { ...input, idempotency_key } });
  };
  const preset = (minor: number) => () => amount.setText(formatPlain(minor, currency));
  return (
    <ActionDialog
      title="Refund"
      action={amount.worded('Refund')}
      busy={busy}
      error={error}
      onSubmit={submit}
      onClose={onClose}
    >
      <div className="action-amount">
        <MoneyField
          name="amount"
          label="Refund amount"
          hint={`of ${formatMoney(left, currency)} left`}
          value={amount.text}
          onChange={amount.setText}
          error={amount.problem}
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
          <span>{formatMoney(amount.minor, currency)}</span>
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
    </ActionDialog>
  );
}

export function TipDialog({ transaction: t, onClose }: DialogProps) {
  const { currency } = t;
  const goods = subtract(t.amount, t.tip_amount);
  const given = { label: 'Tip', currency, least: 0, most: goods };
  const tip = useAmount(t.tip_amount, given);
  const keyOf = usePayloadKey();
  const { busy, error, send } = useAction(
    transactions.adjustTip,
    'The tip has been adjusted!',
    (answer) => {
      onClose();
      return wasAccepted('Tip', answer);
    },
  );
  const submit = () => {
    if (tip.problem !== '') return;
    const input = { tip: tip.minor };
    const idempotency_key = keyOf(input);
    send({ params: { id: t.id }, input: { ...input, idempotency_key } });
  };
  return (
    <ActionDialog
      title="Adjust tip"
      action={tip.worded('Set tip to')}
      busy={busy}
      error={error}
      onSubmit={submit}
      onClose={onClose}
    >
      <MoneyField
        name="tip"
        label="Tip"
        hint={t.tip_amount > 0 ? `now ${formatMoney(t.tip_amount, currency)}` : 'none yet'}
        value={tip.text}
        onChange={tip.setText}
        error={tip.problem}
        currency={currency}
      />
      <ul className="sum">
        <li>
          <span>Without tip</span>
          <span>{formatMoney(goods, currency)}</span>
        </li>
        <li data-total>
          <span>New total</span>
          <span>{formatMoney(add(goods, tip.minor), currency)}</span>
        </li>
      </ul>
    </ActionDialog>
  );
}
