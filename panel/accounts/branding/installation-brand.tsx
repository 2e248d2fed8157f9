// The brand of the installation: of every host that has none of its own.
import { branding, type InstallationBrand } from '../../../contract/accounts/branding.ts';
import { useRecord } from '../../hooks.ts';
import { editTexts, FormScreen } from '../../kit/form/form-screen.tsx';
import { useForm } from '../../kit/form/use-form.ts';
import { TitlePage } from '../../kit/page/page-title.tsx';
import { toast } from '../../notices.ts';
import { BrandParts } from './brand-parts.tsx';
import { brandInput, brandRules, needed_texts, valuesOf } from './brand-values.ts';
import { style_fields } from './style-fields.tsx';

function Form({ brand }: { brand: InstallationBrand }) {
  const form = useForm(branding.saveInstallation, {
    initial: valuesOf({ ...brand, domain: '' }),
    of: brand,
    input: brandInput,
    required: needed_texts,
    fields: style_fields,
    rules: brandRules,
    stales: [branding.getInstallation],
    tell: () => toast('Branding saved'),
  });
  return (
    <FormScreen
      form={form}
      {...editTexts('branding', 'Branding')}
      note="Users see your changes the next time they load the panel."
    >
      <BrandParts
        form={form}
        note="Domains without their own brand show this one, and emails use it."
        has_domain={false}
      />
    </FormScreen>
  );
}

export function InstallationBranding() {
  const { data } = useRecord(branding.getInstallation);
  if (!data) return <TitlePage title="Branding" />;
  return <Form brand={data} />;
}
