// The virtual terminal: what it needs to begin, one payment after the other, and each result.
import { lazy, Suspense, useEffect, useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { whyNotAllowed } from '../../../contract/access/allowed.ts';
import { may } from '../../../contract/access/may.ts';
import type { CustomFieldRecord } from '../../../contract/accounts/custom-fields.ts';
import type { UserPermission } from '../../../contract/accounts/documents/user-permissions.ts';
import type { MerchantRecord } from '../../../contract/accounts/merchants.ts';
import { sessions } from '../../../contract/identity/sessions.ts';
import { emptyModel } from '../../../contract/payments/pricing/payment-models.ts';
import { type ProcessorRecord, processors } from '../../../contract/payments/processors.ts';
import { terminals } from '../../../contract/payments/terminals.ts';
import { useCustomFields } from '../../accounts/custom-field-values/use-custom-fields.ts';
import { useRecord } from '../../hooks.ts';
import { Page } from '../../kit/page/page-parts.tsx';
import { PageTitle } from '../../kit/page/page-title.tsx';
import { Banner } from '../../kit/parts/banner.tsx';
import { useOwnMerchant } from '../../session/own-merchant.ts';
import basics from '../../style/basics.module.css';
import { customerTerminalPath, terminal_path } from '../paths.ts';
import { connection } from '../readers/connected.ts';
import { counterTerminal } from './counter/counter-terminal.ts';
import {
  maySave,
  startingForm,
  type TerminalForm,
  type TerminalMethod,
  withoutSaving,
} from './form.ts';
import { methodsOf, paidByOf, type TerminalProcessor, tabFacts } from './methods.ts';
import { lastPayment, storeLastPayment } from './result/last-payment.ts';
import type { ChargeResult } from './result/send.ts';
import { Terminal } from './terminal.tsx';
import { typeChoices } from './type-choices.ts';

const result = () => import('./result/result.tsx');
const Result = lazy(async () => ({ default: (await result()).Result }));

type Rights = Partial<Record<UserPermission, boolean>>;

/** A processor as the terminal reads it: its rate, and whether it may be chosen by hand. */
export function terminalProcessor(one: ProcessorRecord): TerminalProcessor {
  const type = one.payment_adj_type;
  const rated = (type === 'flat' || type === 'percentage') && one.payment_adj_value > 0;
  return {
    ...one,
    hide_in_vt: one.features.hide_in_vt === true || !one.takes_payments,
    currencies: one.supported_currencies,
    sec_codes: (one.features.available_sec_codes ?? []).map((code) => code.toLowerCase()),
    auto_settles: one.features.disable_auto_settle !== true,
    rate: rated ? { type, value: one.payment_adj_value } : null,
  };
}

/** Why no payment can be taken, as a sentence; '' where payments can. */
function obstacle(merchant: MerchantRecord, all: readonly TerminalProcessor[], rights: Rights) {
  const methods = methodsOf(all, merchant.requireds.default, tabFacts(merchant));
  const who = { kind: 'session', account_type: 'merchant', role: '', permissions: rights } as const;
  const closed = whyNotAllowed(may.use_terminal, {
    ...who,
    account_permissions: merchant.permissions,
  });
  if (closed !== '') return closed;
  if (methods.length === 0) {
    return 'No active processor supports the virtual terminal. Your partner can set one up.';
  }
  const open = methods.some((method) => {
    const types = typeChoices(rights, merchant.permissions, paidByOf(method));
    return types.some(({ reason }) => reason === null);
  });
  return open ? '' : whyNotAllowed(may.sale, who);
}

interface CounterProps {
  merchant: MerchantRecord;
  processors: readonly TerminalProcessor[];
  fields: readonly CustomFieldRecord[];
  rights: Rights;
}

/** The tab the address names, or the first of those there are (spec 2 §2). */
function useTab(methods: readonly TerminalMethod[]) {
  const { paymentType, customerId = '' } = useParams();
  const navigate = useNavigate();
  const method = methods.find((one) => one === paymentType) ?? methods[0] ?? 'card';
  const show = (next: TerminalMethod, customer_id = '') => {
    const chosen = next === 'customer' && customer_id !== '';
    const path = chosen ? customerTerminalPath(customer_id) : `${terminal_path}/${next}`;
    void navigate(path, { replace: true });
  };
  return { method, customer_id: method === 'customer' ? customerId : '', show };
}

/** Payments one after the other: a fresh form each time, so that nothing typed outlives it. */
function Counter({ merchant, processors: all, fields, rights }: CounterProps) {
  const { method, customer_id, show } = useTab(
    methodsOf(
      all,
      merchant.requireds.default,
      tabFacts(merchant, connection.get().readers.length > 0),
    ),
  );
  const choices = typeChoices(rights, merchant.permissions, paidByOf(method));
  const type = choices.find(({ reason }) => reason === null)?.type ?? 'sale';
  const empty = () => startingForm(merchant, type, method, fields);
  const [round, setRound] = useState(() => ({
    number: 0,
    start: { ...empty(), customer: { ...emptyModel('customer'), id: customer_id } },
  }));
  const [charged, setCharged] = useState<{ payment: ChargeResult; again: TerminalForm } | null>(
    null,
  );
  // There before any payment is: what was taken has to be shown, whatever becomes of the line.
  useEffect(() => void result().catch(() => undefined), []);
  const last = lastPayment();
  const next = (start: TerminalForm) => {
    setCharged(null);
    setRound({ number: round.number + 1, start });
    const { id } = start.customer;
    if (start.method !== method || id !== customer_id) show(start.method, id);
  };
  const take = (payment: ChargeResult, again: TerminalForm) => {
    storeLastPayment(withoutSaving(again));
    setCharged({ payment, again });
  };
  return (
    <>
      {/* Mounted through form and result, so that screen readers announce the result. */}
      <p className={basics.hiddenText} role="status">
        {charged?.payment.spoken}
      </p>
      {charged ? (
        <Suspense>
          <Result
            charge={charged.payment}
            again={charged.again}
            merchant={merchant}
            onNew={() => next(empty())}
            onAgain={next}
          />
        </Suspense>
      ) : (
        <Terminal
          key={round.number}
          {...{ merchant, fields, rights }}
          saves={maySave(rights, merchant)}
          processors={all}
          start={round.start}
          tab={method}
          customer_id={customer_id}
          focus_at_start={round.number > 0}
          onRepeat={last && (() => next(last))}
          onTabChanged={show}
          onCharged={take}
        />
      )}
    </>
  );
}

export function TerminalScreen() {
  const merchant = useOwnMerchant('merchant');
  const { data: caller } = useRecord(sessions.get, {}, { stale_ms: 60_000 });
  const { data: found } = useRecord(
    processors.search,
    { params: { mid: merchant?.id ?? '' } },
    { enabled: merchant !== undefined, stale_ms: 60_000 },
  );
  const { data: counter } = useRecord(terminals.own, {}, { stale_ms: 60_000 });
  const fields = useCustomFields();
  if (!merchant || !caller || !found || !counter || !fields) {
    return (
      <Page aria-busy="true">
        <PageTitle title="Virtual Terminal" />
      </Page>
    );
  }
  const all = [
    ...found.rows.map(terminalProcessor),
    ...counter.rows.map((one) => counterTerminal(one, merchant.timezone)),
  ];
  const wrong = obstacle(merchant, all, caller.permissions);
  if (wrong !== '') {
    return (
      <Page>
        <PageTitle title="Virtual Terminal" />
        <Banner tone="warn">{wrong}</Banner>
      </Page>
    );
  }
  return (
    <Counter merchant={merchant} processors={all} fields={fields} rights={caller.permissions} />
  );
}
