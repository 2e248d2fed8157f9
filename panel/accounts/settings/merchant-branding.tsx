// The merchant's own look: its logo and the styles of its public pages (spec 1 §2, §5).
import { useState } from 'react';
import { branding } from '../../../contract/accounts/branding.ts';
import { type MerchantRecord, merchants } from '../../../contract/accounts/merchants.ts';
import { useRecord, useRemove, useSave } from '../../hooks.ts';
import { FormScreen } from '../../kit/form-screen.tsx';
import { PageTitle } from '../../kit/page-title.tsx';
import { toast } from '../../notices.ts';
import { BrandPreview } from '../branding/brand-preview.tsx';
import { LogoPart } from '../branding/logo-part.tsx';
import { logoProblem } from '../branding/logo-problem.ts';
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
  const { busy, send } = useSaving();
  const dark = unreadable(values.styles);
  const problems: Record<string, string> = {
    ...styleProblems(values.styles),
    ...(dark && { [dark.name]: `${dark.text}.` }),
    ...(logoProblem(values.logo) && { logo: logoProblem(values.logo) }),
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
          <LogoPart
            value={values.logo}
            problem={problems.logo}
            onChange={(logo) => setValues({ ...values, logo })}
          />
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
