// The virtual terminal: what it needs to begin, one payment after the other, and each result.
import { useState } from 'react';
import type { UserPermission } from '../../../contract/accounts/documents/user-permissions.ts';
import type { MerchantRecord } from '../../../contract/accounts/merchants.ts';
import { sessions } from '../../../contract/identity/sessions.ts';
import { type ProcessorRecord, processors } from '../../../contract/payments/processors.ts';
import { useRecord } from '../../hooks.ts';
import { Banner } from '../../kit/banner.tsx';
import { PageTitle } from '../../kit/page-title.tsx';
import { useOwnMerchant } from '../use-reader.ts';
import {
  methodsOf,
  startingForm,
  type TerminalForm,
  type TerminalProcessor,
  typeChoices,
} from './form.ts';
import { Result, type TakenPayment } from './result.tsx';
import { Terminal } from './terminal.tsx';
import '../payments.css';

type Rights = Partial<Record<UserPermission, boolean>>;

/** A processor as the terminal reads it: its rate, and whether it may be chosen by hand. */
export function terminalProcessor(one: ProcessorRecord): TerminalProcessor {
  const type = one.payment_adj_type;
  const rated = (type === 'flat' || type === 'percentage') && one.payment_adj_value > 0;
  return {
    ...one,
    hide_in_vt: one.features.hide_in_vt === true || !one.takes_payments,
    currencies: one.supported_currencies,
    rate: rated ? { type, value: one.payment_adj_value } : null,
  };
}

/** What stands in the way of taking any payment, in words; '' where nothing does. */
function obstacle(merchant: MerchantRecord, all: readonly TerminalProcessor[], rights: Rights) {
  const methods = methodsOf(all, merchant.requireds.default);
  if (!merchant.permissions.allow_virtual_terminal_session) {
    return 'The virtual terminal is switched off for this account. Your partner can switch it on.';
  }
  if (methods.length === 0) {
    return 'No active processor takes payments by hand. Your partner can set one up.';
  }
  const types = typeChoices(rights, merchant.permissions.support_blind_credits, 'card');
  const open = types.some(({ reason }) => reason === null);
  return open ? '' : 'Your user lacks process_sale. An admin of your account can grant it.';
}

interface CounterProps {
  merchant: MerchantRecord;
  processors: readonly TerminalProcessor[];
  rights: Rights;
}

/** Payments one after the other: a fresh form each time, so that nothing typed outlives it. */
function Counter({ merchant, processors: all, rights }: CounterProps) {
  const [method = 'card'] = methodsOf(all, merchant.requireds.default);
  const choices = typeChoices(rights, merchant.permissions.support_blind_credits, method);
  const type = choices.find(({ reason }) => reason === null)?.type ?? 'sale';
  const empty = () => startingForm(merchant, type, method);
  const [round, setRound] = useState({ number: 0, start: empty() });
  const [taken, setTaken] = useState<{ payment: TakenPayment; again: TerminalForm } | null>(null);
  const next = (start: TerminalForm) => {
    setTaken(null);
    setRound({ number: round.number + 1, start });
  };
  if (taken !== null) {
    return (
      <Result
        taken={taken.payment}
        merchant={merchant}
        onNew={() => next(empty())}
        onAgain={() => next(taken.again)}
      />
    );
  }
  return (
    <Terminal
      key={round.number}
      merchant={merchant}
      processors={all}
      start={round.start}
      rights={rights}
      focus_at_start={round.number > 0}
      onTaken={(payment, again) => setTaken({ payment, again })}
    />
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
  if (merchant === undefined || caller === undefined || found === undefined) {
    return (
      <div className="page" aria-busy="true">
        <PageTitle title="Virtual Terminal" />
      </div>
    );
  }
  const all = found.rows.map(terminalProcessor);
  const wrong = obstacle(merchant, all, caller.permissions);
  if (wrong !== '') {
    return (
      <div className="page">
        <PageTitle title="Virtual Terminal" />
        <Banner tone="warn">{wrong}</Banner>
      </div>
    );
  }
  return <Counter merchant={merchant} processors={all} rights={caller.permissions} />;
}
