// The merchant's own look: its logo and the styles of its public pages (spec 1 §2, §5).
import { useState } from 'react';
import { branding, max_logo_bytes } from '../../../contract/accounts/branding.ts';
import { type MerchantRecord, merchants } from '../../../contract/accounts/merchants.ts';
import { useRecord, useRemove, useSave } from '../../hooks.ts';
import { SwitchField } from '../../kit/fields.tsx';
import { FormPart } from '../../kit/form-part.tsx';
import { FormScreen } from '../../kit/form-screen.tsx';
import { ImageUpload } from '../../kit/image-upload.tsx';
import { PageTitle } from '../../kit/page-title.tsx';
import { toast } from '../../notices.ts';
import { BrandPreview } from '../branding/brand-preview.tsx';
import { StyleFields } from '../branding/style-fields.tsx';
import {
  draftOf,
  type Styles,
  styleProblems,
  stylesOf,
  unreadable,
} from '../branding/style-values.ts';
import '../accounts.css';
import '../branding/branding.css';

/** Three bytes are four letters of a data address. */
function isTooLarge(logo: string): boolean {
  return logo.startsWith('data:') && (logo.length * 3) / 4 > max_logo_bytes + 100;
}

function useSaving() {
  const stales = [merchants.getOwn, merchants.get, branding.getMerchant];
  const styles = useSave(branding.saveMerchant, { stales });
  const logo = useSave(branding.saveLogo, { stales });
  const no_logo = useRemove(branding.removeLogo, { stales });
  const send = async (change: { styles?: Record<string, string>; logo?: string }) => {
    if (change.logo === '') await no_logo.mutateAsync({});
    else if (change.logo !== undefined) await logo.mutateAsync({ input: { logo: change.logo } });
    if (change.styles) await styles.mutateAsync({ input: { styles: change.styles } });
    toast('Branding saved');
  };
  return { busy: styles.isPending || logo.isPending || no_logo.isPending, send };
}

interface LoadedProps {
  merchant: MerchantRecord;
  styles: Styles;
}

function Loaded({ merchant, styles }: LoadedProps) {
  const begin = { logo: merchant.logo_url, styles: draftOf(styles) };
  const [values, setValues] = useState(begin);
  const [square, setSquare] = useState(false);
  const { busy, send } = useSaving();
  const dark = unreadable(values.styles);
  const problems: Record<string, string> = {
    ...styleProblems(values.styles),
    ...(dark && { [dark.name]: `${dark.text}.` }),
    ...(isTooLarge(values.logo) && { logo: 'must be 512 KB or less' }),
  };
  const change = {
    ...(values.logo !== begin.logo && { logo: values.logo }),
    ...(JSON.stringify(values.styles) !== JSON.stringify(begin.styles) && {
      styles: stylesOf(values.styles),
    }),
  };
  return (
    <FormScreen
      title="Branding"
      action="Save branding"
      errors={problems}
      changed={Object.keys(change).length > 0 && 'Your payers see it from then on.'}
      busy={busy}
      // The dialog has said what was refused.
      onSubmit={() => void send(change).catch(() => undefined)}
      onDiscard={() => setValues(begin)}
    >
      <div className="brand-columns">
        <div>
          <FormPart title="Logo" note="Png, gif or jpeg, at most 1000 x 1000 pixels and 512 KB.">
            <div className="switches">
              <ImageUpload
                name="logo"
                label="Logo"
                value={values.logo}
                square={square}
                onChange={(logo) => setValues({ ...values, logo })}
              />
              {problems.logo && <p className="field-error">The image {problems.logo}.</p>}
              <SwitchField
                name="square"
                label="Cut a square out of it"
                checked={square}
                onChange={setSquare}
              />
            </div>
          </FormPart>
          <StyleFields
            draft={values.styles}
            problems={problems}
            onChange={(next) => setValues({ ...values, styles: next })}
          />
        </div>
        <BrandPreview
          styles={stylesOf(values.styles)}
          brand_name={merchant.name}
          logo_url={values.logo}
        />
      </div>
    </FormScreen>
  );
}

export function MerchantBranding() {
  const merchant = useRecord(merchants.getOwn);
  const id = merchant.data?.id ?? '';
  const own = useRecord(branding.getMerchant, { params: { id } }, { enabled: id !== '' });
  if (!merchant.data || !own.data) {
    const failed = merchant.isError || own.isError;
    return <div className="page">{failed && <PageTitle title="Branding" />}</div>;
  }
  const { styles } = own.data;
  const key = `${merchant.data.logo_url}${JSON.stringify(styles)}`;
  return <Loaded key={key} merchant={merchant.data} styles={styles} />;
}
