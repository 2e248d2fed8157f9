// The styles of a brand as fields, with a colour to pick and what to do about one nobody can read.
import { Banner } from '../../kit/banner.tsx';
import { LongTextField, TextField } from '../../kit/fields.tsx';
import { Fold } from '../../kit/fold.tsx';
import { FormPart } from '../../kit/form-part.tsx';
import { applied_styles, readableNear, type StyleDraft, unreadable } from './style-values.ts';

interface StyleFieldsProps {
  draft: StyleDraft;
  problems: Readonly<Record<string, string>>;
  onChange: (draft: StyleDraft) => void;
}

/** The browser's own picker takes six digits alone. */
function Swatch({ label, value, onChange }: SwatchProps) {
  return (
    <input
      type="color"
      className="swatch"
      aria-label={`Pick ${label}`}
      value={/^#[\da-f]{6}$/i.test(value) ? value : '#ffffff'}
      data-empty={value === '' || undefined}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

interface SwatchProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
}

function Unreadable({ draft, onChange }: Omit<StyleFieldsProps, 'problems'>) {
  const found = unreadable(draft);
  if (found === null) return null;
  const near = readableNear(draft.fields[found.name] ?? '');
  const use = near && (
    <button
      type="button"
      className="plain-button"
      onClick={() => onChange({ ...draft, fields: { ...draft.fields, [found.name]: near } })}
    >
      Use {near}
    </button>
  );
  return (
    <Banner tone="warn" action={use}>
      {found.text}.
    </Banner>
  );
}

export function StyleFields({ draft, problems, onChange }: StyleFieldsProps) {
  const put = (name: string, value: string) =>
    onChange({ ...draft, fields: { ...draft.fields, [name]: value.trim() } });
  return (
    <>
      {applied_styles.map(({ title, fields }, at) => (
        <FormPart key={title} title={title}>
          {at === 0 && <Unreadable draft={draft} onChange={onChange} />}
          <div className="form-grid">
            {fields.map(({ name, label, kind, hint }) => (
              <div key={name} data-span="4">
                <TextField
                  name={name}
                  label={label}
                  hint={hint}
                  value={draft.fields[name] ?? ''}
                  error={problems[name] ?? ''}
                  onChange={(value) =>
                    kind === 'text'
                      ? onChange({ ...draft, fields: { ...draft.fields, [name]: value } })
                      : put(name, value)
                  }
                  extra={{
                    input: { autoComplete: 'off', placeholder: 'as it is' },
                    ...(kind === 'color' && {
                      end: (
                        <Swatch
                          label={label}
                          value={draft.fields[name] ?? ''}
                          onChange={(value) => put(name, value)}
                        />
                      ),
                    }),
                  }}
                />
              </div>
            ))}
          </div>
        </FormPart>
      ))}
      <Fold
        title="Other styles"
        peek={draft.others === '' ? 'none' : draft.others.replaceAll('\n', ' · ')}
        forced={Boolean(problems.others)}
      >
        <div className="contact-fields">
          <LongTextField
            name="others"
            label="One a line, name: value"
            hint="stored for older clients, not applied here"
            value={draft.others}
            error={problems.others ?? ''}
            onChange={(others) => onChange({ ...draft, others })}
          />
        </div>
      </Fold>
    </>
  );
}
