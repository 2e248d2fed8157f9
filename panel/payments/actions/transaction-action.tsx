// The dialog of whichever action was chosen on a transaction; loaded when the first is chosen.
import { lazy, Suspense } from 'react';
import type { AccountType } from '../../../contract/access/access.ts';
import type { TransactionRecord } from '../../../contract/payments/transactions/record.ts';
import type { Action } from '../../../contract/payments/transactions/states.ts';

const amounts = () => import('./amount-dialogs.tsx');
const plain = () => import('./plain-dialogs.tsx');

const CaptureDialog = lazy(async () => ({ default: (await amounts()).CaptureDialog }));
const RefundDialog = lazy(async () => ({ default: (await amounts()).RefundDialog }));
const TipDialog = lazy(async () => ({ default: (await amounts()).TipDialog }));
const EmailDialog = lazy(async () => ({ default: (await plain()).EmailDialog }));
const JudgeDialog = lazy(async () => ({ default: (await plain()).JudgeDialog }));
const SaveCustomerDialog = lazy(async () => ({
  default: (await import('./save-customer-dialog.tsx')).SaveCustomerDialog,
}));
const VoidDialog = lazy(async () => ({ default: (await plain()).VoidDialog }));

export interface ChosenAction {
  action: Action;
  transaction: TransactionRecord;
}

interface TransactionActionProps {
  chosen: ChosenAction;
  area: AccountType;
  onClose: () => void;
}

export function TransactionAction(props: TransactionActionProps) {
  return (
    <Suspense>
      <OneDialog {...props} />
    </Suspense>
  );
}

function OneDialog({ chosen, area, onClose }: TransactionActionProps) {
  const props = { transaction: chosen.transaction, onClose };
  switch (chosen.action) {
    case 'capture':
      return <CaptureDialog {...props} />;
    case 'refund':
      return <RefundDialog {...props} />;
    case 'tip_adjust':
      return <TipDialog {...props} />;
    case 'void':
      return <VoidDialog {...props} />;
    case 'email':
      return <EmailDialog {...props} />;
    case 'save_customer':
      return <SaveCustomerDialog {...props} />;
    case 'approve':
    case 'decline':
      return <JudgeDialog {...props} verdict={chosen.action} area={area} />;
  }
}
