// The dialog of whichever action was chosen on a transaction.
import type { AccountType } from '../../../contract/access.ts';
import type { TransactionRecord } from '../../../contract/payments/transactions/record.ts';
import type { Action } from '../../../contract/payments/transactions/states.ts';
import { CaptureDialog, RefundDialog, TipDialog } from './amount-dialogs.tsx';
import { EmailDialog, JudgeDialog, VoidDialog } from './plain-dialogs.tsx';

export interface ChosenAction {
  action: Action;
  transaction: TransactionRecord;
}

interface TransactionActionProps {
  chosen: ChosenAction;
  area: AccountType;
  onClose: () => void;
}

export function TransactionAction({ chosen, area, onClose }: TransactionActionProps) {
  const given = { transaction: chosen.transaction, onClose };
  switch (chosen.action) {
    case 'capture':
      return <CaptureDialog {...given} />;
    case 'refund':
      return <RefundDialog {...given} />;
    case 'tip_adjust':
      return <TipDialog {...given} />;
    case 'void':
      return <VoidDialog {...given} />;
    case 'email':
      return <EmailDialog {...given} />;
    case 'approve':
    case 'decline':
      return <JudgeDialog {...given} verdict={chosen.action} area={area} />;
  }
}
