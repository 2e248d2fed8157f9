// The image of a brand or a merchant within its form: chosen, cut where wished, taken away.
import { useState } from 'react';
import { SwitchControl } from '../../kit/form/controls.tsx';
import { useField } from '../../kit/form/form-context.ts';
import { FormPart } from '../../kit/form/form-part.tsx';
import { ImageUpload } from '../../kit/image/image-upload.tsx';
import kit from '../../kit/kit.module.css';
import styles from '../accounts.module.css';

export function LogoPart() {
  const { value, put, error } = useField('logo');
  const [square, setSquare] = useState(false);
  return (
    <FormPart title="Logo" note="Png, gif or jpeg, at most 1000 x 1000 pixels and 512 KB.">
      <div className={styles.switches}>
        <ImageUpload name="logo" label="Logo" value={value} square={square} onChange={put} />
        {error !== '' && <p className={kit.fieldError}>{error}</p>}
        <SwitchControl
          name="square"
          label="Crop to a square"
          checked={square}
          onChange={setSquare}
        />
      </div>
    </FormPart>
  );
}
