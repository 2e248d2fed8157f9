// The merchant's own look: its logo and the styles of its public pages (spec 1 §2, §5).
import { branding } from '../../../contract/accounts/branding.ts';
import { type MerchantRecord, merchants } from '../../../contract/accounts/merchants.ts';
import { useRecord, useSave } from '../../hooks.ts';
import { differing } from '../../kit/form/differing.ts';
import { FormScreen } from '../../kit/form/form-screen.tsx';
import { useForm, useValues } from '../../kit/form/use-form.ts';
import { Page } from '../../kit/page/page-parts.tsx';
import { PageTitle } from '../../kit/page/page-title.tsx';
import { toast } from '../../notices.ts';
import { BrandPreview } from '../branding/brand-preview.tsx';
import brandingStyles from '../branding/branding.module.css';
import { LogoPart } from '../branding/logo-part.tsx';
import { logoProblem } from '../branding/logo-problem.ts';
import { StyleFields, style_fields } from '../branding/style-fields.tsx';
import {
  draftOf,
  type StyleDraft,
  type Styles,
  styleRules,
  stylesOf,
} from '../branding/style-values.ts';

function useSaving() {
  const stales = [merchants.getOwn, merchants.get, branding.getMerchant];
  const styles = useSave(branding.saveMerchant, { stales });
  const logo = useSave(branding.saveLogo, { stales });
  const no_logo = useSave(branding.removeLogo, { stales });
  return async (change: { styles?: StyleDraft; logo?: string }) => {
    if (change.logo === '') await no_logo.mutateAsync({});
    else if (change.logo !== undefined) await logo.mutateAsync({ input: { logo: change.logo } });
    if (change.styles) await styles.mutateAsync({ input: { styles: stylesOf(change.styles) } });
    toast('Branding saved');
  };
}

interface LoadedProps {
  merchant: MerchantRecord;
  styles: Styles;
}

function Loaded({ merchant, styles }: LoadedProps) {
  const initial = { logo: merchant.logo_url, styles: draftOf(styles) };
  const save = useSaving();
  const form = useForm(branding.saveMerchant, {
    initial,
    fields: style_fields,
    of: [merchant, styles],
    input: (now) => ({ styles: stylesOf(now.styles) }),
    rules: (now) => ({ ...styleRules(now.styles), logo: logoProblem(now.logo) }),
    // The dialog has said what was refused.
    send: (now) => save(differing(initial, now)),
  });
  const now = useValues(form);
  return (
    <FormScreen
      form={form}
      title="Branding"
      action="Save branding"
      note="Payers see your changes after you save."
    >
      <div className={brandingStyles.brandColumns}>
        <div>
          <LogoPart />
          <StyleFields />
        </div>
        <BrandPreview
          styles={stylesOf(now.styles)}
          brand_name={merchant.name}
          logo_url={now.logo}
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
    return <Page>{failed && <PageTitle title="Branding" />}</Page>;
  }
  return <Loaded key={id} merchant={merchant.data} styles={own.data.styles} />;
}
