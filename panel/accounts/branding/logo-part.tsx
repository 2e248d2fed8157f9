// The image of a brand or a merchant within its form: chosen, cut where wished, taken away.
import { useState } from 'react';
import { SwitchField } from '../../kit/fields.tsx';
import { FormPart } from '../../kit/form-part.tsx';
import { ImageUpload } from '../../kit/image-upload.tsx';

interface LogoPartProps {
  /** Address of the stored image, a data address of a new one, or ''. */
  value: string;
  problem: string | undefined;
  onChange: (logo: string) => void;
}

export function LogoPart({ value, problem, onChange }: LogoPartProps) {
  const [square, setSquare] = useState(false);
  return (
    <FormPart title="Logo" note="Png, gif or jpeg, at most 1000 x 1000 pixels and 512 KB.">
      <div className="switches">
        <ImageUpload name="logo" label="Logo" value={value} square={square} onChange={onChange} />
        {problem && <p className="field-error">{problem}</p>}
        <SwitchField
          name="square"
          label="Cut a square out of it"
          checked={square}
          onChange={setSquare}
        />
      </div>
    </FormPart>
  );
}
