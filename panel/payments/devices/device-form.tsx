// The form of a new card reader, or of the one that the address names.
import { useNavigate } from 'react-router';
import { type DeviceRecord, devices } from '../../../contract/payments/devices.ts';
import { SelectField, TextField } from '../../kit/form/fields.tsx';
import { editTexts, FormFields, FormScreen } from '../../kit/form/form-screen.tsx';
import { useForm } from '../../kit/form/use-form.ts';
import { toast } from '../../notices.ts';
import { PlainForm } from '../../plain-form.tsx';
import { devicesPath, type Place } from './paths.ts';
import { device_stales } from './stales.ts';

export function DeviceForm(place: Place) {
  const form = (one?: DeviceRecord) => <Form place={place} one={one} />;
  const params = { mid: place.merchant_id };
  return (
    <PlainForm noun="Card reader" get={devices.get} parameter="deviceID" {...{ params, form }} />
  );
}

function Form({ place, one }: { place: Place; one: DeviceRecord | undefined }) {
  const navigate = useNavigate();
  const leave = () => void navigate(devicesPath(place));
  const mid = place.merchant_id;
  const form = useForm(one ? devices.update : devices.create, {
    schema: devices.create.input,
    initial: {
      friendly_name: one?.friendly_name ?? '',
      manufacturer: one?.manufacturer ?? '',
      part_number: one?.part_number ?? '',
      serial_number: one?.serial_number ?? '',
      status: one?.status ?? 'active',
    },
    of: one,
    params: one ? { mid, id: one.id } : ({ mid } as never),
    ...(!one && { creates_in: { list: devices.search, params: { mid } } }),
    required: ['friendly_name'],
    stales: device_stales,
    tell: () => toast(one ? 'Card reader saved' : 'Card reader created'),
    onSaved: leave,
  });
  return (
    <FormScreen
      form={form}
      {...editTexts('card reader', one?.friendly_name)}
      note={one ? 'Clerks see the new name immediately.' : 'Not created until you save.'}
      {...(!one && { onLeave: leave })}
    >
      <FormFields>
        <TextField name="friendly_name" />
        <TextField name="manufacturer" />
        <TextField name="part_number" />
        <TextField name="serial_number" />
        <SelectField name="status" />
      </FormFields>
    </FormScreen>
  );
}
