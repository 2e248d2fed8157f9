// The form of a brand without its frame: texts, image and styles, with their look beside them.
import { useState } from 'react';
import { SwitchField } from '../../kit/fields.tsx';
import { FormPart } from '../../kit/form-part.tsx';
import { controlOf } from '../../kit/phone-field.tsx';
import { useTouched } from '../../kit/use-touched.ts';
import { BrandPreview } from './brand-preview.tsx';
import { type BrandText, type BrandValues, brand_labels, brandProblems } from './brand-values.ts';
import { LogoPart } from './logo-part.tsx';
import { StyleFields } from './style-fields.tsx';
import { stylesOf } from './style-values.ts';
import '../accounts.css';
import './branding.css';

const optional = new Set<string>(['address', 'support_email', 'support_phone', 'products']);

/** What is typed, what is wrong with it; `names` are the texts that this brand has. */
export function useBrandForm(begin: BrandValues, names: readonly BrandText[]) {
  const [values, setValues] = useState(begin);
  const touched = useTouched();
  const problems = brandProblems(values, names);
  return {
    names,
    values,
    shown: touched.of(problems),
    changed: JSON.stringify(values) !== JSON.stringify(begin),
    put: (part: Partial<BrandValues>, fields = Object.keys(part)) => {
      setValues({ ...values, ...part });
      touched.touch(fields);
    },
    reset: () => setValues(begin),
    /** Saves what is in order, else says what is not. */
    submit: (save: () => void) => {
      const wrong = Object.keys(problems);
      if (wrong.length > 0) touched.touch(wrong);
      else save();
    },
  };
}

interface BrandPartsProps {
  form: ReturnType<typeof useBrandForm>;
  /** Who sees this brand. */
  note: string;
}

function BrandFields({ form, note }: BrandPartsProps) {
  const { values, shown, put, names } = form;
  const text = (name: BrandText | 'products', label: string) => {
    const Control = controlOf(name);
    return (
      <div key={name} data-span="6">
        <Control
          name={name}
          label={label}
          hint={optional.has(name) ? 'optional' : undefined}
          value={values[name]}
          onChange={(value) => put({ [name]: value })}
          error={shown[name] ?? ''}
          extra={{ input: { autoComplete: 'off' } }}
        />
      </div>
    );
  };
  return (
    <FormPart title="Brand" note={note}>
      <div className="form-grid">
        {names.map((name) => text(name, brand_labels[name]))}
        {text('products', 'Products, with commas')}
        {names.includes('domain') && (
          <div data-span="12">
            <SwitchField
              name="colorado_cap"
              label="Cap surcharges in Colorado at 2%"
              checked={values.colorado_cap}
              onChange={(colorado_cap) => put({ colorado_cap })}
            />
          </div>
        )}
      </div>
    </FormPart>
  );
}

export function BrandParts({ form, note }: BrandPartsProps) {
  const { values, shown, put } = form;
  return (
    <div className="brand-columns">
      <div>
        <BrandFields form={form} note={note} />
        <LogoPart value={values.logo} problem={shown.logo} onChange={(logo) => put({ logo })} />
        <StyleFields
          draft={values.styles}
          problems={shown}
          onChange={(styles) => put({ styles }, [...Object.keys(styles.fields), 'others'])}
        />
      </div>
      <BrandPreview
        styles={stylesOf(values.styles)}
        brand_name={values.brand_name}
        logo_url={values.logo}
      />
    </div>
  );
}
