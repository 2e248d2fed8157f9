// The form of a brand without its frame: texts, image and styles, with their look beside them.
import { SwitchField, TextField } from '../../kit/form/fields.tsx';
import { FormPart } from '../../kit/form/form-part.tsx';
import { type Form, useValues } from '../../kit/form/use-form.ts';
import { FormGrid } from '../../kit/page/page-parts.tsx';
import { BrandPreview } from './brand-preview.tsx';
import type { BrandValues } from './brand-values.ts';
import brandingStyles from './branding.module.css';
import { LogoPart } from './logo-part.tsx';
import { StyleFields } from './style-fields.tsx';
import { stylesOf } from './style-values.ts';

interface BrandPartsProps {
  form: Form<BrandValues>;
  /** Who sees this brand. */
  note: string;
  /** It belongs to a domain; that of the installation to none. */
  has_domain: boolean;
}

export function BrandParts({ form, note, has_domain }: BrandPartsProps) {
  const { styles, brand_name, logo } = useValues(form);
  return (
    <div className={brandingStyles.brandColumns}>
      <div>
        <FormPart title="Brand" note={note}>
          <FormGrid>
            {has_domain && <TextField name="domain" span={6} />}
            <TextField name="title" span={6} />
            <TextField name="brand_name" span={6} />
            <TextField name="address" span={6} />
            <TextField name="support_email" span={6} />
            <TextField name="support_phone" span={6} />
            <TextField name="products" label="Products, separated by commas" span={6} />
            {has_domain && (
              <SwitchField name="colorado_cap" label="Cap surcharges in Colorado at 2%" span={12} />
            )}
          </FormGrid>
        </FormPart>
        <LogoPart />
        <StyleFields />
      </div>
      <BrandPreview styles={stylesOf(styles)} brand_name={brand_name} logo_url={logo} />
    </div>
  );
}
