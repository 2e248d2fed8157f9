// What became of a payment by hand, at once: verdict, facts, what comes next, receipt.
import {
  IconCheck,
  IconClock,
  IconMail,
  IconPlus,
  IconPrinter,
  IconRefresh,
  IconRepeat,
  IconX,
} from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { formatMoney } from '../../../../contract/money.ts';
import { avsMeaning, cvvMeaning } from '../../../../contract/payments/cards/avs-cvv.ts';
import { responseText } from '../../../../contract/payments/response-codes.ts';
import { explainAnswer } from '../../../../contract/payments/transactions/explain-answer.ts';
import { methodBody } from '../../../../contract/payments/transactions/method-body.ts';
import type { TransactionRecord } from '../../../../contract/payments/transactions/record.ts';
import { Moment } from '../../../kit/format/moment.tsx';
import { RecordId } from '../../../kit/format/record-id.tsx';
import { midSentence } from '../../../kit/format/sentence.ts';
import { StatusBadge } from '../../../kit/format/status-badge.tsx';
import { icon_16, icon_20 } from '../../../kit/icon.ts';
import { KeyButton } from '../../../kit/keys/key-button.tsx';
import { Page } from '../../../kit/page/page-parts.tsx';
import { PageTitle } from '../../../kit/page/page-title.tsx';
import { Facts } from '../../../kit/parts/facts.tsx';
import { Section } from '../../../kit/parts/section.tsx';
import basics from '../../../style/basics.module.css';
import { EmailDialog } from '../../actions/plain-dialogs.tsx';
import { maskedAccount, methodSentence, payerName, type_labels } from '../../labels.ts';
import {
  CopyPicker,
  PaperReceipts,
  PdfButton,
  printReceipts,
  ReceiptPreview,
  usualCopies,
} from '../../receipt/print-receipt.tsx';
import type { ReceiptMerchant } from '../../receipt/receipt.tsx';
import recordStyles from '../../record.module.css';
import { status_badges } from '../../statuses.ts';
import { verdictOf } from '../../transactions/explain/verdict.ts';
import type { TerminalForm } from '../form.ts';
import terminalStyles from '../terminal.module.css';
import { againOf, openRest, toneOf, verdictText } from './outcome-text.ts';
import styles from './result.module.css';
import type { ChargeResult } from './send.ts';

interface ResultProps {
  charge: ChargeResult;
  /** The form it was taken with, without the payment method. */
  again: TerminalForm;
  merchant: ReceiptMerchant;
  onNew: () => void;
  /** The form for the next one, of the same payer. */
  onAgain: (form: TerminalForm) => void;
}

function Verdict({ transaction: t }: { transaction: TransactionRecord }) {
  const tone = toneOf(t);
  const Icon = { ok: IconCheck, bad: IconX, warn: IconClock, info: IconClock, mute: IconClock }[
    tone
  ];
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const payer = payerName(t);
  const approved_part = t.response === 'partial' ? t.amount_authorized : t.amount;
  const auth_code = methodBody(t.response_body)?.auth_code ?? '';
  return (
    <section className={styles.result} data-tone={tone} aria-label="Result">
      <span className={styles.resultIcon}>
        <Icon {...icon_20} />
      </span>
      <div>
        <h2 ref={heading} tabIndex={-1}>
          {verdictText(t)}
        </h2>
        <p>
          {type_labels[t.type]}
          {payer !== '' && ` ${t.type === 'credit' ? 'to' : 'by'} ${payer}`}
          {`, ${methodSentence(t)} `}
          <span className={basics.mono}>{maskedAccount(t)}</span>
        </p>
        {tone !== 'ok' && <p className={styles.resultWhy}>{explainAnswer(t)}</p>}
      </div>
      <div className={styles.resultAmount}>
        <p>
          <b>{formatMoney(approved_part, t.currency)}</b> {t.currency.toUpperCase()}
        </p>
        {auth_code !== '' && <small>Auth code {auth_code}</small>}
      </div>
    </section>
  );
}

function Happened({ charge: { transaction: t, seconds } }: { charge: ChargeResult }) {
  const { card } = t.response_body;
  const body = methodBody(t.response_body);
  const processor_words = body?.processor_response_text
    ? `, code ${body.processor_response_code} “${body.processor_response_text.trim()}”`
    : '';
  const letterText = (letter: string | undefined, meaning: (code: string) => string) =>
    letter ? `${letter}, ${midSentence(meaning(letter))}` : '';
  return (
    <Section title="What happened">
      <Facts
        facts={[
          {
            label: 'Transaction',
            value: (
              <span className={styles.factRow}>
                <RecordId id={t.id} label="Transaction ID" />
                <StatusBadge badge={status_badges[t.status]} />
              </span>
            ),
          },
          {
            label: 'Time',
            value: (
              <>
                <Moment at={t.created_at} with_zone />, response in {seconds.toFixed(1)} s
              </>
            ),
          },
          { label: 'AVS', value: letterText(card?.avs_response_code, avsMeaning) },
          { label: 'CVV', value: letterText(card?.cvv_response_code, cvvMeaning) },
          { label: 'Response', value: `${t.response_code}, ${responseText(t.response_code)}` },
          { label: 'Processor', value: `${t.processor_name}${processor_words}` },
          { label: 'Order ID', value: t.order_id },
        ]}
      />
    </Section>
  );
}

function Next({ transaction: t }: { transaction: TransactionRecord }) {
  const { held, next } = verdictOf(t);
  const receipt = t.email_receipt && t.email_address !== '';
  return (
    <Section title="What happens next">
      <Facts
        facts={[
          { label: 'Where is the money?', value: held },
          { label: 'Next', value: next },
          { label: 'Customer', value: t.customer_id !== '' && `saved as ${t.customer_id}` },
          { label: 'Receipt', value: receipt && `will be emailed to ${t.email_address}` },
        ]}
      />
    </Section>
  );
}

export function Result({ charge, again, merchant, onNew, onAgain }: ResultProps) {
  const { transaction: t } = charge;
  const [copies, setCopies] = useState(usualCopies(merchant));
  const [mailing, setMailing] = useState(false);
  const failed = toneOf(t) === 'bad';
  const rest = openRest(t);
  const takeAgain = () => onAgain(againOf(again, t));
  const shown_rest = formatMoney(rest, t.currency);
  return (
    <Page>
      <PageTitle title="Virtual Terminal" />
      <Verdict transaction={t} />
      <div className={styles.nexts}>
        <KeyButton
          hotkey="n"
          label="New payment"
          onPress={onNew}
          button={{
            leftSection: <IconPlus {...icon_16} />,
            variant: failed ? 'default' : 'filled',
          }}
        />
        {(failed || rest > 0) && (
          <KeyButton
            hotkey="r"
            label={failed ? 'Try another payment method' : `Charge the remaining ${shown_rest}`}
            onPress={takeAgain}
            button={{ leftSection: <IconRefresh {...icon_16} /> }}
          />
        )}
        {!failed && rest === 0 && (
          <KeyButton
            hotkey="r"
            label="Same customer again"
            onPress={takeAgain}
            button={{ leftSection: <IconRepeat {...icon_16} />, variant: 'default' }}
          />
        )}
        <KeyButton
          hotkey="p"
          label="Print receipt"
          onPress={printReceipts}
          button={{ leftSection: <IconPrinter {...icon_16} />, variant: 'default' }}
        />
        <KeyButton
          hotkey="e"
          label="Email receipt"
          onPress={() => setMailing(true)}
          button={{ leftSection: <IconMail {...icon_16} />, variant: 'default' }}
        />
        <PdfButton area="merchant" transaction={t} copies={copies} />
        <Link className={styles.open} to={`/merchant/transaction/detail/${t.id}`}>
          Open transaction
        </Link>
      </div>
      <div className={terminalStyles.columns} data-wide-aside>
        <div className={recordStyles.stack}>
          <Happened charge={charge} />
          <Next transaction={t} />
        </div>
        <Section title="Receipt" flush aside={<CopyPicker value={copies} onChange={setCopies} />}>
          <ReceiptPreview {...{ transaction: t, merchant, copies }} />
          <PaperReceipts {...{ transaction: t, merchant, copies }} />
        </Section>
      </div>
      {mailing && <EmailDialog transaction={t} onClose={() => setMailing(false)} />}
    </Page>
  );
}
