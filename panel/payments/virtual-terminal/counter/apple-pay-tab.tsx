// The Pay tab: the payer authorizes the total in Apple Pay, which charges at once.
import { useEffect, useRef, useState } from 'react';
import { useFormContext, useFormState } from 'react-hook-form';
import { formatPlain } from '../../../../contract/money.ts';
import { wallet_pages } from '../../../../contract/payments/wallets/wallet-pages.ts';
import { call } from '../../../api.ts';
import { Hint } from '../../../kit/page/page-parts.tsx';
import { showError } from '../../../notices.ts';
import { merchantAddress } from '../../merchant-address.ts';
import { canPay, not_supported, payWithApple, watchAvailability } from '../../picker/apple-pay.ts';
import fieldStyles from '../fields/fields.module.css';
import type { TerminalForm } from '../form.ts';
import type { TerminalState } from '../use-terminal.ts';
import styles from './counter.module.css';

function useIsThere(): boolean {
  const [is_there, setThere] = useState(false);
  useEffect(() => watchAvailability(canPay, () => setThere(true)), []);
  return is_there;
}

const read = async (answer: Promise<Blob>) => JSON.parse(await (await answer).text());

/** What a page asks the server for this registration. */
const callsOf = (key_id: string) => ({
  async validate(ValidationUrl: string) {
    const DomainName = window.location.hostname;
    const input = { PKeyCompany: key_id, ValidationUrl, DomainName };
    return await read(call(wallet_pages.validateMerchant, { input }));
  },
  async authorize(payment: object) {
    const input = { PKeyCompany: key_id, ApplePayPayment: payment } as never;
    return await read(call(wallet_pages.paymentAuthorized, { input }));
  },
});

const changed_text = 'The total has changed. Confirm the payment in Apple Pay again.';

/** What the payer authorizes; another total or currency takes back what was authorized before. */
function useTotal({ preview, currency }: Pick<TerminalState, 'preview' | 'currency'>) {
  const { setValue } = useFormContext<TerminalForm>();
  const total = formatPlain(preview?.price.amount ?? 0, currency);
  const shown = `${total} ${currency}`;
  const latest = useRef(shown);
  latest.current = shown;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each change of what is shown counts
  useEffect(() => setValue('apple_pay_token', ''), [shown]);
  return { total, stillShows: () => latest.current === shown };
}

export function PayTab({ terminal }: { terminal: TerminalState }) {
  const { merchant, currency, busy, submit, mayAuthorize } = terminal;
  const { control, setValue, setError } = useFormContext<TerminalForm>();
  const { total, stillShows } = useTotal(terminal);
  const { errors } = useFormState({ control });
  const is_there = useIsThere();
  const problem = errors.apple_pay_token?.message;
  if (!is_there) return <p className={styles.unsupported}>{not_supported}</p>;
  const pay = async () => {
    if (!mayAuthorize()) return;
    const request = {
      country: merchantAddress(merchant).country || 'US',
      currency,
      label: merchant.name,
      amount: total,
    };
    const key_id = merchant.default_values.merchant.apple_pay_id;
    try {
      const token = await payWithApple(request, callsOf(key_id));
      if (token === null) return;
      if (!stillShows()) {
        return setError('apple_pay_token', { type: 'check', message: changed_text });
      }
      setValue('apple_pay_token', token, { shouldValidate: true });
      void submit();
    } catch (error) {
      showError(error);
    }
  };
  return (
    <div className={styles.tab}>
      <button
        type="button"
        name="apple_pay_token"
        className={styles.applePay}
        aria-disabled={busy || undefined}
        aria-describedby={problem ? 'apple-pay-problem' : undefined}
        onClick={() => !busy && void pay()}
      >
        Pay with Apple Pay
      </button>
      {problem && (
        <p id="apple-pay-problem" className={fieldStyles.problem}>
          {problem}
        </p>
      )}
      <Hint>The payer confirms the total on this device and is charged immediately.</Hint>
    </div>
  );
}
