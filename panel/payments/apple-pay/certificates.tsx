// The certificates of an Apple Pay registration: requests to download, certificates to upload.
import { IconDownload, IconRefresh, IconUpload } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Link, useParams } from 'react-router';
import {
  type ApplePayRecord,
  apple_pay,
  type CertificateKind,
  type CertificateRecord,
  certificate_kinds,
} from '../../../contract/payments/wallets/apple-pay.ts';
import { defaultsPath } from '../../accounts/paths.ts';
import { isProduction } from '../../environment.ts';
import { useRecord, useSave } from '../../hooks.ts';
import { ConfirmDialog } from '../../kit/dialog/confirm-dialog.tsx';
import { FieldError } from '../../kit/form/controls.tsx';
import { faultsOf } from '../../kit/form/form-state.ts';
import { Moment } from '../../kit/format/moment.tsx';
import { midSentence } from '../../kit/format/sentence.ts';
import { StatusBadge } from '../../kit/format/status-badge.tsx';
import { icon_16 } from '../../kit/icon.ts';
import { PartOf } from '../../kit/page/crumbs.tsx';
import { RecordMissing } from '../../kit/page/not-shown.tsx';
import { Hint, Page } from '../../kit/page/page-parts.tsx';
import { PageTitle } from '../../kit/page/page-title.tsx';
import { Facts } from '../../kit/parts/facts.tsx';
import { Section } from '../../kit/parts/section.tsx';
import { PlainButton } from '../../kit/plain-button.tsx';
import { toast } from '../../notices.ts';
import { saveFile } from '../../save-file.ts';
import styles from './apple-pay.module.css';
import { certificateBadge, currentOf, kind_labels, registrationBadge } from './labels.ts';
import { registrationPath } from './paths.ts';
import { largest_certificate_bytes, readCertificate } from './read-certificate.ts';

const stales = [apple_pay.search, apple_pay.get];

function saveRequest({ kind, signing_request }: CertificateRecord, merchant_id: string): void {
  const blob = new Blob([signing_request], { type: 'application/pkcs10' });
  saveFile(blob, `${merchant_id}-${kind}.certSigningRequest`);
}

/** A button that opens the file chooser and sends what was chosen. */
function Upload({ id }: { id: string }) {
  const input = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState('');
  const upload = useSave(apple_pay.upload, {
    stales,
    quiet: (error) => faultsOf(error).length > 0,
    tell: () => toast('Certificate in use'),
  });
  const send = async (file: File) => {
    if (file.size > largest_certificate_bytes) {
      return setProblem('This file is too large for a certificate.');
    }
    setProblem('');
    const certificate = await readCertificate(file);
    const request = { params: { id }, input: { certificate } };
    upload.mutate(request, { onError: (error) => setProblem(faultsOf(error)[0]?.message ?? '') });
  };
  return (
    <>
      <PlainButton
        aria-disabled={upload.isPending || undefined}
        onClick={() => !upload.isPending && input.current?.click()}
      >
        <IconUpload {...icon_16} />
        Upload certificate
      </PlainButton>
      <input
        ref={input}
        type="file"
        accept=".cer,.crt,.pem"
        hidden
        aria-label="Certificate file"
        onChange={(event) => {
          const [file] = event.currentTarget.files ?? [];
          event.currentTarget.value = '';
          if (file) void send(file);
        }}
      />
      {problem !== '' && (
        <span className={styles.problem} role="alert">
          <FieldError text={problem} />
        </span>
      )}
    </>
  );
}

function factsOf(current: CertificateRecord | undefined) {
  if (!current) return [{ label: 'Status', value: 'No certificate yet' }];
  const badge = certificateBadge(current);
  return [
    { label: 'Status', value: badge ? <StatusBadge badge={badge} /> : 'In use' },
    { label: 'Valid from', value: current.valid_from && <Moment at={current.valid_from} /> },
    { label: 'Expires', value: current.expires_at && <Moment at={current.expires_at} /> },
  ];
}

/** The button that was pressed is gone with the change: the next one takes the focus. */
function useFocusAfter(change: string) {
  const element = useRef<HTMLDivElement>(null);
  const before = useRef(change);
  useEffect(() => {
    if (before.current === change) return;
    before.current = change;
    const { activeElement, body } = document;
    if (activeElement === body) element.current?.querySelector('button')?.focus();
  }, [change]);
  return element;
}

interface KindProps {
  one: ApplePayRecord;
  kind: CertificateKind;
  onRenew: (kind: CertificateKind) => void;
}

function Kind({ one, kind, onRenew }: KindProps) {
  const current = currentOf(one, kind);
  const open = one.certificates.find((row) => row.kind === kind && row.status === 'requested');
  const is_ours = one.type === 'signing_request';
  const element = useFocusAfter(open?.id ?? '');
  let steps: ReactNode = null;
  if (open) {
    steps = (
      <div className={styles.steps}>
        <Hint>
          Download the signing request and upload it in your Apple developer account. Then upload
          the certificate that Apple gives you.
        </Hint>
        <p className={styles.actions}>
          <PlainButton onClick={() => saveRequest(open, one.apple_pay_merchant_id)}>
            <IconDownload {...icon_16} />
            Download signing request
          </PlainButton>
          <Upload id={one.id} />
        </p>
      </div>
    );
  } else if (is_ours) {
    steps = (
      <p className={styles.actions}>
        <PlainButton onClick={() => onRenew(kind)}>
          <IconRefresh {...icon_16} />
          Renew certificate
        </PlainButton>
      </p>
    );
  }
  return (
    <div ref={element}>
      <Section title={kind_labels[kind]}>
        <Facts facts={factsOf(current)} />
        {steps}
      </Section>
    </div>
  );
}

/** The simulator signs what Apple would sign; there is none in production. */
function TestCertificates({ id }: { id: string }) {
  const simulate = useSave(apple_pay.simulate, {
    stales,
    tell: () => toast('Test certificates in use'),
  });
  return (
    <PlainButton
      aria-disabled={simulate.isPending || undefined}
      onClick={() => !simulate.isPending && simulate.mutate({ params: { id } })}
    >
      Use test certificates
    </PlainButton>
  );
}

/** What is left to do once the certificates are there. */
function NextSteps({ one }: { one: ApplePayRecord }) {
  return (
    <Section title="Next steps">
      <ul className={styles.next}>
        {one.domain_file === '' && (
          <li>
            Apple verifies your domain. <Link to={registrationPath(one.id)}>Add its file</Link> to
            the registration.
          </li>
        )}
        <li>
          The virtual terminal uses one registration.{' '}
          <Link to={defaultsPath('merchant')}>Choose it in the defaults</Link>.
        </li>
      </ul>
    </Section>
  );
}

export function Certificates() {
  const { registrationID: id = '' } = useParams();
  const [renewed, setRenewed] = useState<CertificateKind | null>(null);
  const { data: one, error, refetch } = useRecord(apple_pay.get, { params: { id } });
  if (!one) return <RecordMissing noun="Apple Pay registration" of={{ error, refetch }} />;
  const has_requests = one.certificates.some(({ status }) => status === 'requested');
  return (
    <Page>
      <PartOf value={{ to: registrationPath(id), label: one.display_name }}>
        <PageTitle
          title="Certificates"
          note={<StatusBadge badge={registrationBadge(one)} />}
          actions={!isProduction() && has_requests && <TestCertificates id={id} />}
        />
      </PartOf>
      <div className={styles.kinds}>
        {certificate_kinds.map((kind) => (
          <Kind key={kind} one={one} kind={kind} onRenew={setRenewed} />
        ))}
        {one.is_ready && <NextSteps one={one} />}
      </div>
      {one.type === 'own_keys' && (
        <Hint>To replace a certificate, enter the new one with its key in the registration.</Hint>
      )}
      {renewed && (
        <ConfirmDialog
          title={`Renew the ${midSentence(kind_labels[renewed])}`}
          action="Create signing request"
          call={
            {
              endpoint: apple_pay.request,
              request: { params: { id }, input: { kind: renewed } },
              stales,
              done: 'Signing request created',
            } as never
          }
          onClose={() => setRenewed(null)}
        >
          <p>The current certificate stays active until you upload the new one.</p>
        </ConfirmDialog>
      )}
    </Page>
  );
}
