// The brand of the installation: of every host that has none of its own.
import { branding, type InstallationBrand } from '../../../contract/accounts/branding.ts';
import { useRecord, useSave } from '../../hooks.ts';
import { FormScreen } from '../../kit/form-screen.tsx';
import { PageTitle } from '../../kit/page-title.tsx';
import { toast } from '../../notices.ts';
import { BrandParts, useBrandForm } from './brand-parts.tsx';
import { brand_names, brandInput, valuesOf } from './brand-values.ts';

const names = brand_names.filter((name) => name !== 'domain');

function Form({ brand }: { brand: InstallationBrand }) {
  const form = useBrandForm(valuesOf({ ...brand, domain: '' }), names);
  const save = useSave(branding.saveInstallation, {
    stales: [branding.getInstallation],
    onSaved: () => toast('Branding saved'),
  });
  return (
    <FormScreen
      title="Branding"
      action="Save branding"
      errors={form.shown}
      changed={form.changed && 'It shows to whoever loads the panel anew.'}
      busy={save.isPending}
      onSubmit={() => form.submit(() => save.mutate({ input: brandInput(form.values) }))}
      onDiscard={form.reset}
    >
      <BrandParts
        form={form}
        note="Whoever comes to a domain without a brand of its own sees this one; so do letters."
      />
    </FormScreen>
  );
}

export function InstallationBranding() {
  const { data, isError } = useRecord(branding.getInstallation);
  if (!data) return <div className="page">{isError && <PageTitle title="Branding" />}</div>;
  return <Form key={JSON.stringify(data)} brand={data} />;
}
