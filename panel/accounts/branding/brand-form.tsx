// One brand of a partner, made or changed, with its look beside the fields (spec 1 §2, §3).

import { useNavigate, useParams } from 'react-router';
import type { AccountType } from '../../../contract/access/access.ts';
import { branding, type PartnerBrandingRecord } from '../../../contract/accounts/branding.ts';
import { ApiError } from '../../api.ts';
import { useRecord } from '../../hooks.ts';
import { editTexts, FormScreen } from '../../kit/form/form-screen.tsx';
import { useForm } from '../../kit/form/use-form.ts';
import { RecordMissing } from '../../kit/page/not-shown.tsx';
import { toast } from '../../notices.ts';
import { useAccountId } from '../account/account-frame.tsx';
import { accountPath } from '../paths.ts';
import { BrandParts } from './brand-parts.tsx';
import { brandInput, brandRules, needed_texts, new_brand, valuesOf } from './brand-values.ts';
import { style_fields } from './style-fields.tsx';

interface FormProps {
  area: AccountType;
  partner_id: string;
  brand: PartnerBrandingRecord | null;
}

function Form({ area, partner_id, brand }: FormProps) {
  const navigate = useNavigate();
  const list = accountPath(area, 'partner', partner_id, 'branding/search');
  const form = useForm(branding.save, {
    initial: brand ? valuesOf(brand) : new_brand,
    of: brand,
    input: (values) => ({ ...brandInput(values), partner_id, id: brand?.id }),
    required: ['domain', ...needed_texts],
    fields: style_fields,
    rules: brandRules,
    stales: [branding.search],
    tell: () => toast('Branding saved'),
    onSaved: () => void navigate(list),
  });
  return (
    <FormScreen
      form={form}
      {...editTexts('branding', brand?.domain)}
      note="Visitors see your changes the next time they load the domain."
      {...(!brand && { onLeave: () => void navigate(list) })}
    >
      <BrandParts form={form} note="Visitors to this domain see this brand." has_domain />
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
  const { data, error, refetch } = useRecord(branding.search, {
    params: { partnerId: partner_id },
    input: { limit: 100 },
  });
  const brand = data?.rows.find((one) => one.domain === domain);
  if (!brand) {
    const unknown = data ? new ApiError('not found', 404) : null;
    return <RecordMissing noun="Branding" of={{ error: error ?? unknown, refetch }} />;
  }
  return <Form key={brand.id} {...{ area, partner_id, brand }} />;
}
