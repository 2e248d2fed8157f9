// One brand of a partner, made or changed, with its look beside the fields (spec 1 §2, §3).
import { useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import type { AccountType } from '../../../contract/access.ts';
import { branding, type PartnerBrandingRecord } from '../../../contract/accounts/branding.ts';
import { useRecord, useSave } from '../../hooks.ts';
import { TextField } from '../../kit/fields.tsx';
import { FormPart } from '../../kit/form-part.tsx';
import { FormScreen } from '../../kit/form-screen.tsx';
import { PageTitle } from '../../kit/page-title.tsx';
import { useTouched } from '../../kit/use-touched.ts';
import { toast } from '../../notices.ts';
import { useAccountId } from '../account/account-frame.tsx';
import { accountPath } from '../paths.ts';
import { BrandPreview } from './brand-preview.tsx';
import {
  type BrandText,
  type BrandValues,
  brand_labels,
  brandInput,
  brandProblems,
  new_brand,
  valuesOf,
} from './brand-values.ts';
import { StyleFields } from './style-fields.tsx';
import { stylesOf } from './style-values.ts';
import '../accounts.css';
import './branding.css';

interface FieldsProps {
  values: BrandValues;
  problems: Readonly<Record<string, string>>;
  onChange: (part: Partial<BrandValues>) => void;
}

const optional = new Set<string>(['address', 'support_email', 'support_phone', 'products']);

function BrandFields({ values, problems, onChange }: FieldsProps) {
  const text = (name: BrandText | 'products', label: string) => (
    <div key={name} data-span="6">
      <TextField
        name={name}
        label={label}
        hint={optional.has(name) ? 'optional' : undefined}
        value={values[name]}
        onChange={(value) => onChange({ [name]: value })}
        error={problems[name] ?? ''}
        extra={{ input: { autoComplete: 'off' } }}
      />
    </div>
  );
  return (
    <FormPart title="Brand" note="Whoever comes to the domain sees this brand.">
      <div className="form-grid">
        {(Object.keys(brand_labels) as BrandText[]).map((name) => text(name, brand_labels[name]))}
        {text('products', 'Products, with commas')}
      </div>
    </FormPart>
  );
}

interface FormProps {
  area: AccountType;
  partner_id: string;
  brand: PartnerBrandingRecord | null;
}

function Form({ area, partner_id, brand }: FormProps) {
  const navigate = useNavigate();
  const begin = brand ? valuesOf(brand) : new_brand;
  const [values, setValues] = useState(begin);
  const touched = useTouched();
  const list = accountPath(area, 'partner', partner_id, 'branding/search');
  const save = useSave(branding.save, {
    stales: [branding.search],
    onSaved: () => {
      toast('Branding saved');
      void navigate(list);
    },
  });
  const problems = brandProblems(values);
  const shown = touched.of(problems);
  const submit = () => {
    const wrong = Object.keys(problems);
    if (wrong.length > 0) touched.touch(wrong);
    else save.mutate({ input: { ...brandInput(values), partner_id, id: brand?.id } });
  };
  const changed = brand === null || JSON.stringify(values) !== JSON.stringify(begin);
  return (
    <FormScreen
      title={brand ? brand.domain : 'New branding'}
      action={brand ? 'Save branding' : 'Create branding'}
      errors={shown}
      changed={changed && 'It shows to whoever loads the domain anew.'}
      busy={save.isPending}
      onSubmit={submit}
      onDiscard={() => (brand ? setValues(begin) : void navigate(list))}
    >
      <div className="brand-columns">
        <div>
          <BrandFields
            values={values}
            problems={shown}
            onChange={(part) => {
              setValues({ ...values, ...part });
              touched.touch(Object.keys(part));
            }}
          />
          <StyleFields
            draft={values.styles}
            problems={shown}
            onChange={(styles) => {
              setValues({ ...values, styles });
              touched.touch([...Object.keys(styles.fields), 'others']);
            }}
          />
        </div>
        <BrandPreview styles={stylesOf(values.styles)} brand_name={values.brand_name} />
      </div>
    </FormScreen>
  );
}

export function NewBranding({ area }: { area: AccountType }) {
  return <Form area={area} partner_id={useAccountId('partner')} brand={null} />;
}

/** The brand of the domain in the address. */
export function EditBranding({ area }: { area: AccountType }) {
  const { domain = '' } = useParams();
  const partner_id = useAccountId('partner');
  const { data, isError } = useRecord(branding.search, {
    params: { partnerId: partner_id },
    input: { limit: 100 },
  });
  const brand = data?.rows.find((one) => one.domain === domain);
  if (!brand) {
    return (
      <div className="page">
        {(isError || data) && <PageTitle title={domain} note="There is no such branding here." />}
      </div>
    );
  }
  return <Form key={brand.updated_at} {...{ area, partner_id, brand }} />;
}
