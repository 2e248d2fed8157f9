// The styles of a brand as fields, with a colour to pick and what to do about one nobody can read.

import { TextField } from '../../kit/form/fields.tsx';
import { useField, useFormAround, useValue } from '../../kit/form/form-context.ts';
import { FormFold, FormPart } from '../../kit/form/form-part.tsx';
import { FormGrid } from '../../kit/page/page-parts.tsx';
import { Banner } from '../../kit/parts/banner.tsx';
import { PlainButton } from '../../kit/plain-button.tsx';
import accountsStyles from '../accounts.module.css';
import brandingStyles from './branding.module.css';
import { defaultOf } from './style-defaults.ts';
import { applied_styles, readableNear, type StyleDraft, unreadable } from './style-values.ts';

/** The browser's own picker takes six digits alone. */
function Swatch({ name, label, begun }: { name: string; label: string; begun: string }) {
  const { value, put } = useField(name, label);
  const shown = value || begun;
  return (
    <input
      type="color"
      className={brandingStyles.swatch}
      aria-label={`Pick ${label}`}
      value={/^#[\da-f]{6}$/i.test(shown) ? shown : '#ffffff'}
      data-empty={value === '' || undefined}
      onChange={(event) => put(event.currentTarget.value)}
    />
  );
}

function Unreadable() {
  const { put } = useFormAround();
  const styles = useValue<StyleDraft>('styles');
  const found = unreadable(styles);
  if (found === null) return null;
  const near = readableNear(styles.fields[found.name] ?? '');
  const use = near && (
    <PlainButton onClick={() => put(`styles.fields.${found.name}`, near)}>Use {near}</PlainButton>
  );
  return (
    <Banner tone="warn" action={use}>
      {found.text}.
    </Banner>
  );
}

export function StyleFields() {
  const { fields: now, others } = useValue<StyleDraft>('styles');
  return (
    <>
      {applied_styles.map(({ title, fields }, at) => (
        <FormPart key={title} title={title}>
          {at === 0 && <Unreadable />}
          <FormGrid>
            {fields.map(({ name: style, label, kind, hint = '' }) => {
              const name = `styles.fields.${style}`;
              const begun = defaultOf(style, now);
              return (
                <TextField
                  key={name}
                  {...{ name, label, hint }}
                  span={4}
                  placeholder={`Default: ${begun}`}
                  {...(kind === 'color' && {
                    read: (typed: string) => typed.trim(),
                    end: <Swatch {...{ name, label, begun }} />,
                  })}
                />
              );
            })}
          </FormGrid>
        </FormPart>
      ))}
      <FormFold
        title="Other styles"
        peek={others === '' ? 'none' : others.replaceAll('\n', ' · ')}
        names="styles.others"
      >
        <div className={accountsStyles.contactFields}>
          <TextField name="styles.others" />
        </div>
      </FormFold>
    </>
  );
}

/** Lines for older clients. */
export const style_fields = {
  'styles.others': {
    label: 'One per line, name: value',
    hint: 'Stored for older clients; not applied here',
    typed_as: 'long',
  },
} as const;
