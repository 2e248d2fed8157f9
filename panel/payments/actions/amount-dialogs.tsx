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
import { surchargeOfRefund } from '../../../contract/payments/transactions/refund-surcharge.ts';
import type { CallRequest } from '../../api.ts';
import { MoneyField } from '../../kit/form/fields.tsx';
import { FormDialog } from '../../kit/form/form-dialog.tsx';
import { useForm, useValues } from '../../kit/form/use-form.ts';
import { PlainButton } from '../../kit/plain-button.tsx';
import { toast } from '../../notices.ts';
import { useForgetting, usePaymentKeys } from '../payment-keys.ts';
import recordStyles from '../record.module.css';
import styles from './actions.module.css';
import { leftToRefund } from './available.ts';
import { wasAccepted } from './outcome.ts';
import { refundInput } from './refund-input.ts';
import { shows_transactions } from './use-action.ts';

interface DialogProps {
  transaction: TransactionRecord;
  onClose: () => void;
}

interface AmountLimits {
  label: string;
  currency: string;
  /** Minor units. */
  least: number;
  most: number;
  /** The sign is ignored: a refund of −5.00 is one of 5.00 (spec 2 §5). */
  absolute?: boolean;
}

/** Minor units of an amount as typed; null for what is none. */
export function readAmount(text: string, { currency, absolute }: AmountLimits): number | null {
  const minor = parseMoney(text, currency);
  return minor !== null && absolute ? Math.abs(minor) : minor;
}

/** What is wrong with a typed amount, in the specification's words; '' where nothing is. */
export function amountProblem(text: string, limits: AmountLimits): string {
  const { label, currency, least, most } = limits;
  if (text.trim() === '') return requiredMessage(label);
  const minor = readAmount(text, limits);
  if (minor === null) return formatMessage(label);
  if (minor > most) return maxValueMessage(label, formatMoney(most, currency));
  return minor < least ? minValueMessage(label, formatMoney(least, currency)) : '';
}

interface AmountCall<E extends Endpoint> extends DialogProps {
  endpoint: E;
  start: number;
  limits: AmountLimits;
  /** What is sent of the minor units. */
  input: (minor: number) => Record<string, unknown>;
  /** `Refund`, and what the toast says once it came out as wished. */
  noun: string;
  notice: string;
}

/** A form of one amount; until it is answered every press sends the same idempotency key. */
function useAmount<E extends Endpoint>(call: AmountCall<E>) {
  const { endpoint, transaction, start, limits, input, noun, notice, onClose } = call;
  const keys = usePaymentKeys();
  const minorOf = (text: string) =>
    amountProblem(text, limits) === '' ? (readAmount(text, limits) ?? 0) : 0;
  const form = useForm(endpoint, {
    initial: { amount: formatPlain(start, limits.currency) },
    rules: ({ amount }) => ({ amount: amountProblem(amount, limits) }),
    input: ({ amount }) => {
      const body = input(minorOf(amount));
      return { ...body, ...keys.of(body) } as CallRequest<E>['input'];
    },
    params: { id: transaction.id } as CallRequest<E>['params'],
    stales: shows_transactions,
    onSaved: onClose,
    tell: (answer) => {
      if (wasAccepted(noun, answer as TransactionRecord)) toast(notice);
    },
  });
  useForgetting(keys, form.error);
  const { amount } = useValues(form);
  const minor = minorOf(amount);
  const fits = amountProblem(amount, limits) === '';
  /** The verb with the amount, or alone while there is none that fits. */
  const worded = (verb: string) => (fits ? `${verb} ${formatMoney(minor, limits.currency)}` : verb);
  return { form, fits, minor, worded };
}

interface SumLine {
  label: string;
  text: string;
  total?: boolean;
}

/** What the amount consists of, line by line. */
function Sum({ lines }: { lines: readonly (SumLine | false)[] }) {
  const shown = lines.filter((line) => line !== false);
  return (
    <ul className={recordStyles.sum} data-part="sum">
      {shown.map(({ label, text, total }) => (
        <li key={label} data-total={total}>
          <span>{label}</span>
          <span>{text}</span>
        </li>
      ))}
    </ul>
  );
}

export function CaptureDialog({ transaction: t, onClose }: DialogProps) {
  const { currency, amount_authorized: most } = t;
  const { form, fits, minor, worded } = useAmount({
    ...{ endpoint: transactions.capture, transaction: t, onClose, start: most },
    limits: { label: 'Amount', currency, least: 1, most },
    input: (amount) => ({ amount }),
    ...{ noun: 'Capture', notice: 'Transaction has been captured!' },
  });
  return (
    <FormDialog form={form} title="Capture" action={worded('Capture')} onClose={onClose}>
      <MoneyField
        name="amount"
        label="Capture amount"
        {...{ currency, hint: `of ${formatMoney(most, currency)} authorized` }}
      />
      <Sum
        lines={[
          { label: 'Charged to the payer', text: formatMoney(minor, currency) },
          minor < most &&
            fits && {
              label: 'Released to the payer',
              text: formatMoney(subtract(most, minor), currency),
            },
        ]}
      />
    </FormDialog>
  );
}

export function RefundDialog({ transaction: t, onClose }: DialogProps) {
  const { currency } = t;
  const left = leftToRefund(t);
  const { form, minor, worded } = useAmount({
    ...{ endpoint: transactions.refund, transaction: t, onClose, start: left },
    limits: { label: 'Amount', currency, least: 1, most: left, absolute: true },
    input: (amount) => refundInput(t, amount),
    ...{ noun: 'Refund', notice: 'Transaction has been refunded!' },
  });
  const surcharge = surchargeOfRefund(t, minor);
  const preset = (amount: number) => () => form.put('amount', formatPlain(amount, currency));
  return (
    <FormDialog form={form} title="Refund" action={worded('Refund')} onClose={onClose}>
      <div className={styles.actionAmount}>
        <MoneyField
          name="amount"
          label="Refund amount"
          {...{ currency, hint: `of ${formatMoney(left, currency)} left` }}
        />
        <PlainButton onClick={preset(left)}>All {formatMoney(left, currency)}</PlainButton>
        <PlainButton onClick={preset(share(left, 1, 2))}>Half</PlainButton>
      </div>
      <Sum
        lines={[
          { label: 'Refunded to the payer', text: formatMoney(minor, currency) },
          surcharge > 0 && {
            label: 'Includes surcharge, pro rata',
            text: formatMoney(surcharge, currency),
          },
          !!t.terminal_id && {
            label: 'Card presented at',
            text: t.terminal_description || 'Terminal',
          },
          {
            label: 'Sent',
            text: t.payment_type === 'cash' ? 'immediately' : 'with the next settlement',
          },
        ]}
      />
    </FormDialog>
  );
}

export function TipDialog({ transaction: t, onClose }: DialogProps) {
  const { currency } = t;
  const goods = subtract(t.amount, t.tip_amount);
  const { form, minor, worded } = useAmount({
    ...{ endpoint: transactions.adjustTip, transaction: t, onClose, start: t.tip_amount },
    limits: { label: 'Tip', currency, least: 0, most: goods },
    input: (tip) => ({ tip }),
    ...{ noun: 'Tip', notice: 'The tip has been adjusted!' },
  });
  return (
    <FormDialog form={form} title="Adjust tip" action={worded('Set tip to')} onClose={onClose}>
      <MoneyField
        name="amount"
        label="Tip"
        {...{
          currency,
          hint: t.tip_amount > 0 ? `now ${formatMoney(t.tip_amount, currency)}` : 'none yet',
        }}
      />
      <Sum
        lines={[
          { label: 'Without tip', text: formatMoney(goods, currency) },
          { label: 'New total', text: formatMoney(add(goods, minor), currency), total: true },
        ]}
      />
    </FormDialog>
  );
}
