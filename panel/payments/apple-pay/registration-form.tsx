// The form of a new Apple Pay registration, or of the one that the address names.
import { Link, Navigate, useNavigate, useParams } from 'react-router';
import {
  type ApplePayRecord,
  apple_pay,
  apple_pay_update,
  type RegistrationType,
  registration_types,
} from '../../../contract/payments/wallets/apple-pay.ts';
import { useRecord } from '../../hooks.ts';
import { TextField } from '../../kit/form/fields.tsx';
import { FormPart } from '../../kit/form/form-part.tsx';
import { editTexts, FormScreen } from '../../kit/form/form-screen.tsx';
import { useForm } from '../../kit/form/use-form.ts';
import { StatusBadge } from '../../kit/format/status-badge.tsx';
import { RecordMissing } from '../../kit/page/not-shown.tsx';
import { FormGrid, Hint } from '../../kit/page/page-parts.tsx';
import { Facts } from '../../kit/parts/facts.tsx';
import { toast } from '../../notices.ts';
import basics from '../../style/basics.module.css';
import styles from './apple-pay.module.css';
import { registrationBadge } from './labels.ts';
import { apple_pay_path, certificatesPath, newRegistrationPath } from './paths.ts';

const stales = [apple_pay.search, apple_pay.get];

const no_keys = {
  merchant_certificate: '',
  merchant_certificate_key: '',
  processing_certificate: '',
  processing_certificate_key: '',
};
type Keys = typeof no_keys;

/** Keys that were left empty stay as they are. */
function withKeys<V extends object>(values: V & Keys) {
  const entries = Object.entries(values).filter(([name, value]) => !(name in no_keys) || value);
  return Object.fromEntries(entries);
}

const certificate_parts = [
  { name: 'merchant_certificate', title: 'Merchant identity' },
  { name: 'processing_certificate', title: 'Payment processing' },
];

function KeyParts({ note }: { note: string }) {
  return (
    <>
      {certificate_parts.map(({ name, title }) => (
        <FormPart key={name} title={title} note={note}>
          <FormGrid>
            <TextField name={name} span={12} />
            <TextField name={`${name}_key`} span={12} />
          </FormGrid>
        </FormPart>
      ))}
    </>
  );
}

function Names({ is_new }: { is_new: boolean }) {
  return (
    <FormGrid>
      {is_new && <TextField name="apple_pay_merchant_id" span={12} />}
      <TextField name="display_name" span={6} />
      <TextField name="domain_name" span={6} />
    </FormGrid>
  );
}

const other_ways: Readonly<Record<RegistrationType, { says: string; link: string }>> = {
  signing_request: {
    says: 'The gateway creates the private keys. You upload its signing requests to Apple.',
    link: 'Use your own certificates and keys instead',
  },
  own_keys: {
    says: 'Upload your own Apple certificates with their private keys.',
    link: 'Let the gateway create the keys instead',
  },
};

export function NewRegistration() {
  const { type = '' } = useParams();
  const known = registration_types.find((one) => one === type);
  if (!known) return <Navigate to={newRegistrationPath()} replace />;
  return <New key={known} type={known} />;
}

function New({ type }: { type: RegistrationType }) {
  const navigate = useNavigate();
  const own = type === 'own_keys';
  const form = useForm(apple_pay.create, {
    initial: { apple_pay_merchant_id: '', display_name: '', domain_name: '', ...no_keys },
    input: (values) => ({ type, ...withKeys(values) }) as never,
    required: [
      ...['apple_pay_merchant_id', 'display_name', 'domain_name'],
      ...(own ? Object.keys(no_keys) : []),
    ] as never,
    stales,
    creates_in: { list: apple_pay.search },
    tell: () => toast('Apple Pay registration created'),
    onSaved: ({ id }) => void navigate(certificatesPath(id)),
  });
  const { says, link } = other_ways[type];
  const other = own ? 'signing_request' : 'own_keys';
  return (
    <FormScreen
      form={form}
      title="New Apple Pay registration"
      action="Create registration"
      note="Not created until you save."
      onLeave={() => void navigate(apple_pay_path)}
    >
      <FormPart title="Registration" note={says}>
        <Names is_new />
        <div className={styles.actions}>
          <Hint>
            <Link to={newRegistrationPath(other)}>{link}</Link>
          </Hint>
        </div>
      </FormPart>
      {own && <KeyParts note="Keys are not shown again after you save." />}
    </FormScreen>
  );
}

export function OneRegistration() {
  const { registrationID: id = '' } = useParams();
  const { data, error, refetch } = useRecord(apple_pay.get, { params: { id } });
  if (!data) return <RecordMissing noun="Apple Pay registration" of={{ error, refetch }} />;
  return <Edit key={data.id} one={data} />;
}

function Edit({ one }: { one: ApplePayRecord }) {
  const { display_name, domain_name, domain_file } = one;
  const form = useForm(apple_pay.update, {
    initial: { display_name, domain_name, domain_file, ...no_keys },
    of: one,
    input: (values) => withKeys(values) as never,
    required: ['display_name', 'domain_name'],
    rules: (values) => ({
      domain_file: apple_pay_update.shape.domain_file.safeParse(values.domain_file).success
        ? ''
        : 'Paste the whole content of the file that Apple gives you.',
    }),
    params: { id: one.id },
    stales,
    tell: () => toast('Apple Pay registration saved'),
  });
  return (
    <FormScreen
      form={form}
      {...editTexts('registration', display_name)}
      actions={
        <Link className={basics.plainButton} to={certificatesPath(one.id)}>
          Certificates
        </Link>
      }
    >
      <FormPart title="Registration">
        <div className={styles.facts}>
          <Facts
            facts={[
              { label: 'Status', value: <StatusBadge badge={registrationBadge(one)} /> },
              {
                label: 'Apple merchant ID',
                value: <span className={basics.mono}>{one.apple_pay_merchant_id}</span>,
              },
              { label: 'Apple Pay ID', value: <span className={basics.mono}>{one.id}</span> },
            ]}
          />
        </div>
        <Names is_new={false} />
      </FormPart>
      <FormPart
        title="Domain verification"
        note="Apple looks for this file on your domain before it accepts payments there."
      >
        <TextField name="domain_file" />
      </FormPart>
      {one.type === 'own_keys' && <KeyParts note="Leave a field empty to keep its stored value." />}
    </FormScreen>
  );
}
