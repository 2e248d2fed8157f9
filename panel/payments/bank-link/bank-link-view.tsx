// The bank-link view of the ACH tab: a payer signs in at its bank, then an account is chosen
// (spec 2 §2).
import { IconAlertCircle, IconBuildingBank, IconPencil } from '@tabler/icons-react';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { useFormContext, useFormState, useWatch } from 'react-hook-form';
import { emptyModel } from '../../../contract/payments/pricing/payment-models.ts';
import type { LinkedAccount } from '../../../contract/vault/bank-link.ts';
import { icon_14, icon_16 } from '../../kit/icon.ts';
import { Hint, Skeleton } from '../../kit/page/page-parts.tsx';
import { Banner } from '../../kit/parts/banner.tsx';
import { ErrorId } from '../../kit/parts/error-id.tsx';
import { PlainButton } from '../../kit/plain-button.tsx';
import basics from '../../style/basics.module.css';
import type { TerminalForm } from '../virtual-terminal/form.ts';
import styles from './bank-link.module.css';
import { accountName, accountNumber, balanceText, chosenModel, type Linking } from './linking.ts';
import { SimulatedWindow } from './simulated-window.tsx';
import { useLinking } from './use-linking.ts';

interface AccountProps {
  account: LinkedAccount;
  checked: boolean;
  onChoose: () => void;
}

function Account({ account, checked, onChoose }: AccountProps) {
  const { available_balance, current_balance, currency } = account;
  return (
    <label className={styles.account} data-checked={checked || undefined}>
      <input
        type="radio"
        name="plaid.ref_id"
        value={account.ref_id}
        checked={checked}
        onChange={onChoose}
      />
      <span className={styles.name}>
        <b>{accountName(account)}</b>
        <span>{accountNumber(account)}</span>
      </span>
      <dl>
        <div>
          <dt>Available</dt>
          <dd>{balanceText(available_balance, currency)}</dd>
        </div>
        <div>
          <dt>Current</dt>
          <dd>{balanceText(current_balance, currency)}</dd>
        </div>
      </dl>
    </label>
  );
}

/** One account of the bank is chosen: a group of radios, walked through by the arrow keys. */
function Accounts({ accounts }: { accounts: readonly LinkedAccount[] }) {
  const { control, setValue } = useFormContext<TerminalForm>();
  const { errors, isSubmitted } = useFormState({ control });
  const chosen = useWatch({ control, name: 'plaid' });
  const id = useId();
  const problem = errors.plaid?.ref_id?.message ?? '';
  const choose = (account: LinkedAccount) =>
    setValue('plaid', chosenModel(account), { shouldDirty: true, shouldValidate: isSubmitted });
  return (
    <fieldset
      className={styles.accounts}
      aria-invalid={problem !== '' || undefined}
      aria-describedby={problem === '' ? undefined : id}
    >
      <legend>Choose a bank account</legend>
      {accounts.map((account) => (
        <Account
          key={account.ref_id}
          account={account}
          checked={account.ref_id === chosen.ref_id && account.account_id === chosen.account_id}
          onChoose={() => choose(account)}
        />
      ))}
      {problem !== '' && (
        <p className={styles.problem} id={id}>
          <IconAlertCircle {...icon_14} />
          {problem}
        </p>
      )}
    </fieldset>
  );
}

type Open = (relink?: string) => Promise<void>;

function OpenButton({ label, onPress }: { label: string; onPress: () => void }) {
  return (
    <PlainButton onClick={onPress}>
      <IconBuildingBank {...icon_16} />
      {label}
    </PlainButton>
  );
}

/** Why nothing can be chosen, and the next step. */
function Waiting({ text, hint, children }: { text: string; hint: string; children: ReactNode }) {
  return (
    <div className={styles.empty}>
      <p role="status">
        <b>{text}</b>
      </p>
      <Hint>{hint}</Hint>
      {children}
    </div>
  );
}

function Failed({ state, open }: { state: Linking & { step: 'failed' }; open: Open }) {
  const { message, correlation_id } = state.error;
  return (
    <>
      <Banner tone="bad" action={<OpenButton label="Try again" onPress={() => void open()} />}>
        {message}
      </Banner>
      {correlation_id !== '' && <ErrorId id={correlation_id} />}
    </>
  );
}

function Closed({ relink, open }: { relink: string; open: Open }) {
  if (relink !== '') {
    const again = <OpenButton label="Sign in again" onPress={() => void open(relink)} />;
    return (
      <Banner tone="warn" action={again}>
        Your bank asks you to sign in again.
      </Banner>
    );
  }
  return (
    <Waiting text="No bank account is linked." hint="The payer signs in at the bank to link one.">
      <OpenButton label="Sign in to a bank" onPress={() => void open()} />
    </Waiting>
  );
}

function Step({ state, open }: { state: Linking; open: Open }) {
  if (state.step === 'failed') return <Failed {...{ state, open }} />;
  if (state.step === 'closed') return <Closed relink={state.relink} open={open} />;
  if (state.step === 'expired') {
    const again = <OpenButton label="Link again" onPress={() => void open()} />;
    return (
      <Banner tone="warn" action={again}>
        The link has expired. Links work for 30 minutes.
      </Banner>
    );
  }
  if (state.step !== 'choosing') {
    const words = state.step === 'reading' ? 'Loading the bank accounts' : 'Waiting for the bank';
    return (
      <Hint role="status" aria-label={words}>
        <Skeleton />
      </Hint>
    );
  }
  if (state.accounts.length > 0) return <Accounts accounts={state.accounts} />;
  return (
    <Waiting
      text="This bank has no account to pay from."
      hint="Only checking and savings accounts can pay."
    >
      <OpenButton label="Sign in to another bank" onPress={() => void open()} />
    </Waiting>
  );
}

const waiting_steps: ReadonlySet<Linking['step']> = new Set(['opening', 'simulated', 'reading']);

export function BankLinkView() {
  const { setValue, clearErrors } = useFormContext<TerminalForm>();
  const forget = () => {
    setValue('plaid', emptyModel('plaid'));
    clearErrors('plaid');
  };
  const { state, open, read, close } = useLinking(forget);
  const element = useRef<HTMLElement>(null);
  // The window gives the focus back to a button that is gone: the next choice takes it.
  useEffect(() => {
    const { activeElement: now, body } = document;
    if (waiting_steps.has(state.step)) return;
    if (now !== body && !element.current?.contains(now)) return;
    element.current?.querySelector<HTMLElement>('input, button')?.focus();
  }, [state.step]);
  const typeNumbers = () => {
    forget();
    setValue('is_linking', false);
  };
  return (
    <section ref={element} className={styles.view} aria-label="Bank link">
      <Step {...{ state, open }} />
      {state.step === 'simulated' && (
        <SimulatedWindow
          key={state.relink}
          relink={state.relink}
          onSignedIn={(public_token) => void read(public_token, state.relink)}
          onClose={() => close(state.relink)}
        />
      )}
      <footer>
        <button type="button" className={basics.quietButton} onClick={typeNumbers}>
          <IconPencil {...icon_16} />
          Enter account numbers
        </button>
        {state.step === 'choosing' && state.accounts.length > 0 && (
          <button type="button" className={basics.quietButton} onClick={() => void open()}>
            <IconBuildingBank {...icon_16} />
            Link another bank
          </button>
        )}
      </footer>
    </section>
  );
}
