// Confirms enabling, disabling or removing a card reader, with the consequences.
import { type DeviceRecord, devices } from '../../../contract/payments/devices.ts';
import { ConfirmDialog } from '../../kit/dialog/confirm-dialog.tsx';
import { device_stales } from './stales.ts';

export interface DeviceChange {
  device: DeviceRecord;
  action: 'enable' | 'disable' | 'remove';
}

const words = {
  enable: {
    title: 'Enable',
    done: 'Card reader enabled',
    text: 'It can read cards again.',
  },
  disable: {
    title: 'Disable',
    done: 'Card reader disabled',
    text: 'Payments with this card reader are refused.',
  },
  remove: {
    title: 'Remove',
    done: 'Card reader removed',
    text: 'It is removed from the list. Its past payments are kept.',
  },
} as const;

function callOf({ device: { merchant_id: mid, id }, action }: DeviceChange) {
  const shared = { stales: device_stales, done: words[action].done };
  if (action === 'remove') {
    return { endpoint: devices.remove, request: { params: { mid, id } }, ...shared };
  }
  return { endpoint: devices.setStatus, request: { params: { mid, id, action } }, ...shared };
}

export function DeviceDialog({ change, onClose }: { change: DeviceChange; onClose: () => void }) {
  const { device, action } = change;
  const { title, text } = words[action];
  return (
    <ConfirmDialog
      title={`${title} ${device.friendly_name}`}
      action={`${title} card reader`}
      destructive={action !== 'enable'}
      call={callOf(change) as never}
      onClose={onClose}
    >
      <p>{text}</p>
    </ConfirmDialog>
  );
}
