// The Pay tab: the payer authorizes the total in Apple Pay, which charges at once.
import { useEffect, useState } from 'react';
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

export function PayTab({ terminal }: { terminal: TerminalState }) {
  const { merchant, preview, currency, busy, submit } = terminal;
  const { control, setValue } = useFormContext<TerminalForm>();
  const { errors } = useFormState({ control });
  const is_there = useIsThere();
  const problem = errors.apple_pay_token?.message;
  if (!is_there) return <p className={styles.unsupported}>{not_supported}</p>;
  const pay = async () => {
    const total = preview?.price.amount ?? 0;
    const request = {
      country: merchantAddress(merchant).country || 'US',
      currency,
      label: merchant.name,
      amount: formatPlain(total, currency),
    };
    const key_id = merchant.default_values.merchant.apple_pay_id;
    try {
      const token = await payWithApple(request, callsOf(key_id));
      if (token === null) return;
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
